/** What stands around the pages of one form. */

export const pagesOfForm = "Pages of this form";
export const tabs = {
  build: "Build",
  responses: "Responses",
  insights: "Insights",
  share: "Share",
  integrations: "Integrations",
  settings: "Settings",
  versions: "Versions",
};
export const missingTitle = "There is no such form";
export const missingText = "It may have another address by now, or belong to another account.";
export const formTitle = "Title of the form";
export const rename = "Rename";
export const renameForm = (title: string) => `Rename ${title}`;
export const notRenamed =
  "The title could not be saved, so the form is called as before. What you wrote is kept: please try again.";
