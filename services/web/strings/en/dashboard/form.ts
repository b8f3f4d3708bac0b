/** The shell of a form’s pages. */

export const forms = "Forms";
export const pagesOfForm = "Pages of this form";
export const tabs = {
  build: "Build",
  share: "Share",
  responses: "Responses",
  insights: "Insights",
  integrations: "Integrations",
  settings: "Settings",
};
export const availability = {
  open: "Open",
  unpublished: "Unpublished",
  closed: "Closed",
  early: "Not open yet",
  over: "Closed",
  full: "Limit reached",
  archived: "Archived",
};
export const unpublishedChanges = "Unpublished changes";
export const missingTitle = "Form not found";
export const missingText = "It may have a new URL or belong to another workspace.";
export const formMenu = "Form menu";
export const translations = "Translations";
export const versions = "Versions";
export const openForm = "Open form";
export const formTitle = "Form title";
export const rename = "Rename";
export const renameForm = (title: string) => `Rename ${title}`;
export const notRenamed = "Couldn’t rename the form. Your new title is still here: try again.";
