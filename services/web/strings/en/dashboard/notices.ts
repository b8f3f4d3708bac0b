/** Notifications: the bell of the navigation, its drawer and their page. */
import { counted, numberText } from "./numbers.ts";

export { notifications as title } from "./app.ts";
/** in the badge, which has room for two digits */
export const unreadCount = (count: number): string => (count > 99 ? "99+" : String(count));
/** after the badge’s number, for screen readers */
export const unreadText = "unread";
export const none = "No notifications yet";
export const noneText =
  "You’re notified when a delivery fails its last retry, an integration is disabled, or a limit is nearly reached. Retries in progress are on the integration’s page.";
export const showAll = "All notifications";

export const unread = "New";
export const markRead = "Mark as read";
export const markReadOf = (message: string): string => `Mark as read: ${message}`;
export const markAllRead = "Mark all as read";
export const allRead = "Notifications marked as read.";

/** `isPartial`: another page may list more of that day. */
export const deliveriesFailed = (integration: string, count: number, isPartial: boolean): string =>
  `${integration}: ${isPartial ? "at least " : ""}${counted(count, "event wasn’t", "events weren’t")} delivered`;
export const moreLikeThis = (count: number, isPartial: boolean): string =>
  `${isPartial ? "At least " : ""}${numberText(count)} more like this`;
export const since = (day: string, time: string): string => `${day}, since ${time}`;

export const open = {
  deliveries: "Open deliveries",
  integration: "Open integration",
  formIntegrations: "Open form’s integrations",
  form: "Open form",
  formSettings: "Open form settings",
  keys: "Open API keys",
  members: "Open members",
};

export const retryAll = "Retry all";
export const retryTitle = (integration: string): string => `Retry failed deliveries of “${integration}”?`;
/** `count`: null while it loads */
export const retryText = (count: number | null, day: string): string =>
  `${count === null ? "… attempts" : counted(count, "attempt", "attempts")} failed on ${day}. Each event whose latest attempt is one of them is delivered once more, newest first.`;
