/** A form's responses, one response, and their export. */

import { counted, numberText } from "./numbers.ts";

export const title = "Responses";
const responses = (value: number): string => counted(value, "response", "responses");
export const found = responses;

export const statuses = { completed: "Completed", in_progress: "In progress", abandoned: "Abandoned" };
export const daysNote = "Days are those of UTC. Search finds an answer about ten seconds after it was given.";
export const reversed = "The first day is after the last: no response can be found so.";
export const clearFilters = "Show all responses";

export const columns = {
  started: "Started",
  status: "Status",
  score: "Score",
  answers: "Answers",
  duration: "Time taken",
  completed: "Completed",
  version: "Version",
};
export const showNew = (added: number): string => (added === 0 ? "Show the list as it is now" : `Show ${added} new`);

export const emptyTitle = "No responses yet";
export const emptyText = "They appear here as people answer. Send them the form's link:";
export const unpublishedText = "Nobody can answer this form yet: publish it first.";
export const toBuilder = "To the builder";
export const copyLink = "Copy link";
export const openForm = "Open form";
export const nothingFound = "No response matches.";
export const nothingFoundText = "Leave a filter out, or search for other words.";

export const exportAction = "Export";
export const exportTitle = "Export responses";
export const which = (matching: number, isNarrowed: boolean): string =>
  isNarrowed ? `${responses(matching)}: those that the filters leave.` : `${responses(matching)}: all of this form.`;
export const format = "Format";
export const formats = { csv: "CSV, for spreadsheets", json: "NDJSON, a line for each response" };
export const values = "Choices are written as";
export const valueKinds = { labels: "What people saw", raw: "Values, as the API has them" };
export const withScores = "A column of points for each scored question";
export const withBom = "For Excel: mark the file as UTF-8";
export const exportNow = "Export now";
export const exporting = "Exporting";
export const progress = (done: number, of: number, bytes: number): string =>
  `${numberText(done)} of ${responses(of)}, ${size(bytes)}`;
export const stop = "Stop";
export const stopped = (done: number): string =>
  `Stopped after ${responses(done)}. Nothing was saved, and the options are as they were.`;
export const brokeOff = (done: number, why: string): string =>
  done === 0 ? why : `The export broke off after ${responses(done)}. Nothing was saved. ${why}`;
export const saved = (name: string, done: number, bytes: number): string =>
  `${name} is saved: ${responses(done)}, ${size(bytes)}.`;
export const tooLarge = (bytes: number): string =>
  `This export is over ${size(bytes)}, more than a page can hold. Let the browser download it: it shows the progress itself.`;
export const downloadDirectly = "Download in the browser";
export const exportAgain = "Export again";
function size(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  const [value, unit] = bytes < 1_000_000 ? [bytes / 1000, "kB"] : [bytes / 1_000_000, "MB"];
  return `${numberText(value < 10 ? Math.round(value * 10) / 10 : Math.round(value))} ${unit}`;
}

export const responseTitle = (started: string): string => `Response of ${started}`;
export const responsePage = "Response";
export const toList = "All responses";
export const placeInList = (position: number, of: number): string => `${numberText(position)} of ${numberText(of)}`;
export const listPage = { loading: "Loading …", failed: "The list could not be loaded. Please try again." };
export const listNavigation = "Responses in this list";
export const previous = "Previous";
export const next = "Next";
export const missingTitle = "There is no such response";
export const missingText = "It may have been erased since, or belong to another form.";

export const about = "About this response";
export const started = "Started";
export const completed = "Completed";
export const timeTaken = "Time taken";
export const score = "Score";
export const device = "Browser";
export const sessionId = "Session";
export const copyId = "Copy id";
export const hiddenTitle = "Hidden fields";

export const answersTitle = "Answers";
export const states = {
  skipped: "Skipped",
  screen: "Shown",
  end: "Reached this end",
  stopped: { completed: "Ended here", in_progress: "Is here now", abandoned: "Left here" },
};
export const points = (value: number): string =>
  Math.abs(value) === 1 ? `${value} point` : `${numberText(value)} points`;
export const answeredAt = (time: string, seconds: string): string => `${time}, after ${seconds}`;
export const file = (number: number): string => `File ${number}`;
export const withoutGraph = "The questions could not be loaded, so answers are shown as they are stored.";

export const noDeliveries = "Nothing of this response was sent to an integration.";
export const toIntegrations = "Integrations of this form";
export const erase = "Erase";
export const eraseTitle = "Erase this response for good?";
export const eraseText =
  "Its answers, its files and the contents of its deliveries are deleted, and what is still to be sent is not sent. This cannot be taken back. What was delivered already stays with its receivers.";
export const eraseNow = "Erase for good";
export const erased = "The response is erased.";

export const listKeys = [
  ["/", "Search"],
  ["N", "Show what is new"],
  ["E", "Export"],
] as const;
export const responseKeys = [
  ["J", "Next response"],
  ["K", "Previous response"],
  ["U", "All responses"],
] as const;
