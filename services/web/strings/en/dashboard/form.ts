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
