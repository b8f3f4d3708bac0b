/** The list of forms, and making one. */

import { counted, numberText } from "./numbers.ts";

export const title = "Forms";

export const search = "Search";
export const searchHint = "Title or slug";
export const show = "Show";
export const shows = { active: "Active", changed: "With unpublished changes", archived: "Archived" };
export const order = "Order";
export const orders = { "-created": "Newest first", "-modified": "Last changed first", title: "By title" };

export const statuses = { archived: "Archived", draft: "Not published", closed: "Closed", open: "Open" };
export const unpublishedChanges = "Unpublished changes";
export const responses = (completed: number): string => counted(completed, "response", "responses");
export const responsesOf = (completed: number, title: string): string => `${responses(completed)} to “${title}”`;
export const started = (sessions: number): string => `${numberText(sessions)} started`;
export const changed = (date: string): string => `Changed ${date}`;
export const open = "Open form";
export const openOf = (title: string): string => `Open form “${title}” in a new tab`;
export const archive = "Archive";
export const archiveOf = (title: string): string => `Archive “${title}”`;
export const restore = "Restore";
export const restoreOf = (title: string): string => `Restore “${title}”`;
export const archived = (title: string): string => `“${title}” is archived.`;
export const restored = (title: string): string => `“${title}” is active again.`;
export const listLabel = "Forms";
export const found = (count: number): string => counted(count, "form", "forms");

export const emptyTitle = "No forms yet";
export const emptyText = "Try a sample: one click makes a form that can be answered at once.";
export const nothingFound = "No form matches.";
export const toArchive = "Archived forms";
export const showAll = "Show all active forms";

export const newForm = "New form";
export const blankTitle = "Title";
export const createBlank = "Create blank form";
export const samplesTitle = "Or begin with a sample";
export const samplesText = "It is published at once, and you get its link.";
export const fromJson = "Or import JSON";
export const json = "JSON";
export const jsonHint = "A graph, or an object with title and graph, as the API gives it.";
export const jsonTitle = "Title, unless the JSON has one";
export const jsonFile = "Read a file";
export const createFromJson = "Import";
export const notJson = "This is not JSON.";
export const noGraph = "This JSON is no graph: it has no list of nodes.";
export const noTitle = "Please write a title: the JSON has none.";

export const created = (title: string): string => `“${title}” is created.`;
export const published = (title: string): string => `“${title}” is published. Send people its link:`;
export const copyLink = "Copy link";
export const copied = "Copied";

export const sampleTexts: Record<string, string> = {
  nps: "Would people recommend you? What is asked next depends on the score.",
  allTypes: "A conference's feedback with every question type there is.",
  phq9: "Nine scored questions about depression.",
  gad7: "Seven scored questions about anxiety.",
  who5: "Five scored questions about well-being.",
  sus: "Ten scored questions about how usable a system is.",
  audit: "Ten scored questions about alcohol; some are skipped.",
};
