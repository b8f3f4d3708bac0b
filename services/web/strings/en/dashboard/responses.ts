/** A form's responses, one response, and their export. */

import { counted, numberText } from "./numbers.ts";

export const title = "Responses";
const responses = (value: number): string => counted(value, "response", "responses");
export const found = responses;
/** "1–50 of 186 responses". `isMore`: the search has more than `count` matches. */
export const range = (first: number, last: number, count: number, isMore: boolean): string =>
  count === 0
    ? responses(0)
    : `${numberText(first)}–${numberText(last)} of ${isMore ? "more than " : ""}${responses(count)}`;
export const pageOf = (page: number, pages: number): string => `${numberText(page)} of ${numberText(pages)}`;
export const page = (page: number): string => `Page ${numberText(page)}`;
export const pages = "Pages";
export const previousPage = "Previous page";
export const nextPage = "Next page";

export const statuses = { completed: "Completed", in_progress: "In progress", abandoned: "Abandoned" };
export const reversed = "The start date can’t be after the end date.";
export const clearFilters = "Clear filters";

export const started = "Started";
/** by the fields of the API */
export const factColumns = {
  reference: "Reference",
  total_score: "Score",
  duration_seconds: "Duration",
  status: "Status",
  completed_at: "Completed",
  answers_count: "Answers",
  version_number: "Version",
  language: "Language",
};
export const language = "Language";
export const files = (count: number): string => counted(count, "file", "files");
export const showNew = (added: number): string => (added === 0 ? "Refresh list" : `Show ${added} new`);

export const columns = "Columns";
export const findColumn = "Find a column";
export const columnGroups = { question: "Answers", fact: "About the response" };
export const moveUp = (column: string): string => `Move up: ${column}`;
export const moveDown = (column: string): string => `Move down: ${column}`;
export const columnMoved = (column: string, position: number, of: number): string =>
  `${column} is now ${position} of ${of}.`;
export const showAllColumns = "Show all";
export const resetColumns = "Reset";
export const noColumns = "No columns match.";

export const exportSelected = "Export selected";
export const deleteSelected = "Delete selected";
export const exportedSelected = (count: number): string => `${responses(count)} exported.`;

export const emptyTitle = "No responses yet";
export const emptyText = "Responses appear here as people answer. Share the form’s link:";
const closedText = "This form is closed.";
/** why a form gets none, by its availability */
export const noneText: Readonly<Record<string, string>> = {
  unpublished: "Publish this form to collect responses.",
  closed: closedText,
  over: closedText,
};
export const toBuilder = "Open builder";
export const toSettings = "Open settings";
export const copyLink = "Copy link";
export const openForm = "Open form";
export const nothingFound = "No responses match";
export const nothingFoundText =
  "Remove a filter or search for other words. New answers are searchable after about 10 seconds.";

export const exportAction = "Export";
export const importAction = "Import responses…";
export const exportTitle = "Export responses";
export const which = (matching: number, isNarrowed: boolean, isMore: boolean): string => {
  if (isNarrowed) return `${isMore ? "More than " : ""}${responses(matching)} that match your filters`;
  return matching === 1 ? responses(1) : `All ${responses(matching)}`;
};
export const format = "Format";
export const formats = {
  csv: "CSV, for spreadsheets",
  xlsx: "Excel (.xlsx)",
  zip: "Archive (.zip) with uploaded files",
  json: "NDJSON, one response per line",
};
export const rowFor = "One line for each";
export const eachResponse = "Response";
export const eachRow = (title: string): string => `Row of “${title}”`;
export const values = "Export choices as";
export const valueKinds = { labels: "Labels", raw: "API values" };
export const withScores = "Add a score column for each scored question";
export const withoutPersonal = "Leave out personal answers";
export const neverPersonal = "Personal answers are left out, because you read responses without personal data.";
export const withAnnotations = "Add columns for tags, note and flag";
export const withBom = "Add a byte order mark, so Excel reads accents correctly";
export const exportNow = "Export now";
export const exporting = "Exporting";
/** `of`: null if the number isn't known */
export const progress = (done: number | null, of: number | null, bytes: number): string => {
  if (done === null) return size(bytes);
  return `${of === null ? responses(done) : `${numberText(done)} of ${responses(of)}`}, ${size(bytes)}`;
};
export const stop = "Cancel export";
export const stopped = (done: number | null): string =>
  done === null
    ? "Export canceled. No file was saved."
    : `Export canceled after ${responses(done)}. No file was saved.`;
export const brokeOff = (done: number | null, why: string): string =>
  done ? `The export stopped after ${responses(done)}. No file was saved. ${why}` : why;
export const saved = (name: string, done: number | null, bytes: number): string =>
  done === null ? `${name} saved: ${size(bytes)}.` : `${name} saved: ${responses(done)}, ${size(bytes)}.`;
export const tooLarge = (bytes: number): string =>
  `This export is over ${size(bytes)}, too large for this page. Download it directly. Your browser shows the progress.`;
export const downloadDirectly = "Download directly";
export const exportAgain = "Export again";
function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${numberText(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))} ${unit}`;
}

export const response = "Response";
export const responseOf = "Response from";
export const responseTitle = (started: string): string => `${responseOf} ${started}`;
export const toList = "Close response";
export const positionInList = (position: number, of: number, isMore: boolean): string =>
  `${numberText(position)} of ${isMore ? "more than " : ""}${numberText(of)}`;
export const listPage = { loading: "Loading…", failed: "Couldn’t load the list. Try again." };
export const listNavigation = "Responses in this list";
export const previous = "Previous";
export const next = "Next";
export const previousNext = "Next, previous";
export const missingTitle = "Response not found";
export const missingText = "It may have been deleted, or belong to another form.";
export const linkCopied = "Link copied.";

export const tabs = { answers: "Answers", path: "Path", deliveries: "Deliveries" };
export const completed = "Completed";
export const score = "Score";
export const duration = "Duration";
export const version = "Version";
export const device = "Browser";
export const sessionId = "Response ID";
export const copyId = "Copy ID";
export const detailsTitle = "Details";
export const noAnswers = "No answers yet.";

export const states = {
  skipped: "Skipped",
  screen: "Shown",
  end: "Reached this end screen",
  stopped: { completed: "Ended here", in_progress: "Answering now", abandoned: "Dropped off here" },
};
export const points = (value: number): string => `${numberText(value)} ${Math.abs(value) === 1 ? "point" : "points"}`;
/** time since the step before */
export const later = (seconds: string): string => `+${seconds}`;
export const followedBy = "then";
export const ofMaximum = (max: number): string => `of ${numberText(max)}`;
export const file = (number: number): string => `File ${number}`;
export const withoutGraph = "Couldn’t load the questions. Showing raw answers.";

export const noDeliveries = "Nothing was delivered for this response.";
export const toIntegrations = "Open integrations";
export const events = {
  "session.started": "Started",
  "session.completed": "Completed",
  "session.abandoned": "Abandoned",
  "session.updated": "Corrected",
  test: "Test",
};
export const delivered = (code: number | null): string => (code === null ? "Delivered" : `Delivered (${code})`);
export const notDelivered = (code: number | null): string => (code === null ? "Failed" : `Failed (${code})`);
export const attempt = (number: number): string => `Attempt ${number}`;
export const nextAttempt = (time: string): string => `Next attempt ${time}`;
export const retryDelivery = "Retry";
export const retryOf = (integration: string): string => `Retry delivery to “${integration}”`;
export const retried = "Retry started.";

export const erase = "Delete";
export const eraseTitle = (count: number): string =>
  count === 1 ? "Permanently delete this response?" : `Permanently delete ${responses(count)}?`;
export const eraseText = (count: number): string =>
  `This deletes ${count === 1 ? "its" : "their"} answers, files and delivery contents, and cancels pending deliveries. You can’t undo this. Receivers keep the data they already have.`;
export const eraseNow = (count: number): string => (count === 1 ? "Delete response" : `Delete ${responses(count)}`);
export const deleting = "Deleting";
export const deletedOf = (done: number, of: number): string => `${numberText(done)} of ${responses(of)} deleted`;
export const deletedSome = (done: number, of: number, why: string): string => `${deletedOf(done, of)}. ${why}`;
export const stopDeleting = "Stop";
export const erased = (count: number): string => (count === 1 ? "Response deleted." : `${responses(count)} deleted.`);

export const listKeys = [
  ["/", "Search"],
  ["N", "Show new responses"],
  ["E", "Export"],
  ["J", "Next response, while one is open"],
  ["K", "Previous response, while one is open"],
  ["Escape", "Close the response"],
] as const;

/** Letters on keys. */
export const previousKey = "J";
export const nextKey = "K";
