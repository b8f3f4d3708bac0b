/** What stands around the pages of the dashboard, and what all of them say. */

export const productName = "Pathform";
export const mainNavigation = "Main";
export const menu = "Menu";
export const developers = "Developers";
export const skipToContent = "Skip to the content";
export const forms = "Forms";
export const themes = "Themes";
export const integrations = "Integrations";
export const apiKeys = "API keys";
export const apiUsage = "API usage";
export const account = "Account";
export const signOut = "Sign out";
export const accountMenu = "Account menu";
export const accountMenuOf = (name: string): string => `Account menu of ${name}`;
export const appearance = "Appearance";
export const schemes = { system: "System", light: "Light", dark: "Dark" };

export const missingTitle = "There is no such page";
export const missingText = "Please check the address.";
export const toForms = "To your forms";

export const loading = "Loading …";
export const loadingLong = "This takes longer than usual …";
export const failedTitle = "This could not be loaded";
export const retry = "Try again";
export const requestId = (id: string): string => `Request ${id}`;
export const offline = "You are offline. This is loaded as soon as you are online again.";
export const unreachable = "The service cannot be reached. Please check your connection and try again.";
export const noAnswer =
  "The service has not answered in time, and what you asked for may be done all the same. Please check, then try again.";
export const foreignAnswer =
  "Something else has answered in place of the service, such as a network that asks for a sign-in. Please try again.";
export const brokenAnswer = "The answer cannot be read; it may have been cut off on its way. Please try again.";
export const unexpected = "Something on this page went wrong. Please load it again.";

export const cancel = "Cancel";
export const close = "Close";
export const undo = "Undo";
export const haveStored = "I have stored it";
export const done = "Done";
export const notifications = "Notifications";

export const pages = "Pages";
export const previous = "Previous";
export const next = "Next";
export const nothingOnPage = "There is nothing on this page of the list.";
export const toLastPage = "To its last page";
export const pageOf = (page: number, pages: number): string => `Page ${page} of ${pages}`;
