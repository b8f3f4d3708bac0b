/** The palette of all pages (Ctrl+K): go to a form or a page, or begin something. */

export const title = "Go to a form or page";
export const placeholder = "Search forms and pages";
export const list = "Forms and pages";
export const none = "No matches.";
export const close = "Close";
export const count = (number: number) => `${number} ${number === 1 ? "result" : "results"}`;
export const hints = [
  ["↑ ↓", "Choose"],
  ["↵", "Open"],
] as const;
export const lastHint = "Type to search all forms";

export const groups = { form: "This form", actions: "Actions", forms: "Forms", people: "People", pages: "Pages" };
export const newForm = "New form";
export const invite = "Invite people";
export const switchTo = (workspace: string): string => `Switch workspace: ${workspace}`;
export const security = "Security";
