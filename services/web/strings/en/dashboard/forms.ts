/** The list of forms, and making one. */

import { counted, numberText } from "./numbers.ts";

export const title = "Forms";

export const search = "Search forms";
export const show = "Show";
export const shows = { active: "All", changed: "To publish", archived: "Archived" };
export const order = "Order";
export const orders = { "-created": "Newest first", "-modified": "Last changed", title: "Title" };

export const statuses = {
  archived: "Archived",
  unpublished: "Unpublished",
  closed: "Closed",
  over: "Closed",
  full: "Limit reached",
  early: "Not open yet",
  open: "Open",
};
/** 0 is today */
export const closesIn = (days: number): string => ["Closes today", "Closes tomorrow"][days] ?? `Closes in ${days} days`;
export const unpublishedChanges = "Unpublished changes";
export const columns = {
  form: "Form",
  status: "Status",
  days: "Last 14 days",
  responses: "Responses",
  completed: "Completion rate",
  changed: "Changed",
};
export const responses = (completed: number): string => counted(completed, "response", "responses");
export const responsesOf = (count: number, title: string): string => `${responses(count)} to “${title}”`;
/** follows the number of responses */
export const responsesUnit = (count: number): string => (count === 1 ? "response" : "responses");
export const completedOf = (completed: number): string => `${numberText(completed)} completed`;
/** tells how the number of responses is counted */
export const howCounted = (all: number, completed: number): string =>
  `${responses(all)}: ${numberText(completed)} completed, ${numberText(all - completed)} not`;
export const daysOf = (completed: number): string => `${responses(completed)} completed in the last 14 days`;
export const menuOf = (title: string): string => `Actions for “${title}”`;
export const openBuilder = "Open builder";
export const open = "Open form";
export const openOf = (title: string): string => `Open form “${title}” in a new tab`;
export const copyLinkOf = (title: string): string => `Copy link to “${title}”`;
export const linkCopied = "Link copied.";
export const duplicate = "Duplicate";
export const editLabels = "Labels…";
export const labelsOf = (labels: readonly string[]): string => `Labels: ${labels.join(", ")}`;
export const moreLabels = (count: number): string => `+${count}`;
export const archive = "Archive";
export const restore = "Restore";
export const archived = (title: string): string => `“${title}” archived.`;
export const restored = (title: string): string => `“${title}” restored.`;
export const select = (title: string): string => `Select “${title}”`;
export const found = (count: number): string => counted(count, "form", "forms");

export const emptyTitle = "No forms yet";
export const noneSharedText = "Forms that you can see appear here.";
export const noneSuspendedText = "Restore the workspace to create forms.";
export const emptyText = "Start with a template, or build your own form question by question.";
export const nothingFound = "No forms match";
export const toArchive = "Archived forms";
export const showAll = "Show all forms";

export const newForm = "New form";
export const startBlank = "Start blank";
export const startBlankText = "Start from scratch in the builder.";
export const untitled = "Untitled form";
export const importForm = "Import form";
export const importFormText = "From Typeform, XLSForm, Google Forms and others.";
export const startFromTemplate = "Start from a template";
export const allTemplates = "All templates";

export const copyLink = "Copy link";
export const copied = "Copied";
