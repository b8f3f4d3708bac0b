/** The dashboard’s shell, and texts on all of its pages. */
import { numberText } from "./numbers.ts";

export const productName = "Pathform";
export const claim = "Build forms that branch, score and connect to your tools.";
export const mainNavigation = "Main";
export const menu = "Menu";
export const developers = "Developers";
export const workspace = "Workspace";
export const members = "Members";
export const settings = "Settings";
export const auditLog = "Audit log";
export const skipToContent = "Skip to content";
export const forms = "Forms";
export const themes = "Themes";
export const integrations = "Integrations";
export const apiKeys = "API keys";
export const apiUsage = "API usage";
export const assistants = "Assistants";
export const account = "Account";
export const help = "Help";
export const signOut = "Sign out";
export const accountMenu = "Account menu";
export const appearance = "Appearance";
export const schemes = { system: "System", light: "Light", dark: "Dark" };

export const missingTitle = "Page not found";
export const missingText = "Check the URL, or go back to your forms.";
export const toForms = "Open forms";

export const loading = "Loading…";
export const loadingLong = "This is taking longer than usual…";
export const failedTitle = "Couldn’t load this";
export const retry = "Try again";
export const requestId = (id: string): string => `Request ID ${id}`;
export const offline = "You’re offline. This loads when you’re back online.";
export const unreachable = "Can’t reach the server. Check your connection and try again.";
export const noAnswer =
  "The server didn’t respond in time. Your change may still have gone through. Check, then try again.";
export const foreignAnswer =
  "The response didn’t come from Pathform. You may need to sign in to your network. Try again.";
export const brokenAnswer = "The response was cut off. Try again.";
export const tooLarge = (name: string): string => `${name} is larger than 5 MB. Choose a smaller file.`;
export const brokenTitle = "Something went wrong here";
export const brokenText = "Your changes are kept. Reload this part to continue.";
export const reloadPart = "Reload this part";
export const unexpected = "Something went wrong on this page. Reload it.";

export const cancel = "Cancel";
export const close = "Close";
export const undo = "Undo";
export const haveStored = "I’ve saved it";
export const done = "Done";
export const notifications = "Notifications";

export const pages = "Pages";
export const previous = "Previous";
export const next = "Next";
export const nothingOnPage = "Nothing on this page";
export const toLastPage = "Open last page";
export const pageOf = (page: number, pages: number): string => `Page ${page} of ${pages}`;

export const select = (row: string): string => `Select ${row}`;
/** heading of a column of buttons, for screen readers */
export const rowActions = "Actions";
export const selectPage = "Select all on this page";
export const selection = "Selection";
export const selected = (count: number): string => `${numberText(count)} selected`;
export const clearSelection = "Clear selection";
export const showCharacters = "Show characters";

/** Before Escape closes a dialog that something was typed in. */
export const escapeAgain = "Press Esc again to discard what you typed.";

/** In place of the browser's text. */
export const required = (label: string): string => `${label} is required.`;
export const atLeast = (length: number): string => `Use at least ${length} characters.`;
export const emailNeeded = "Enter an email address, such as ada@example.com.";
