/** Invitations by email to people with personal links. */
import { formTitle } from "./letters.ts";
import { counted, numberText } from "./numbers.ts";

export const open = "Send invitations";
export const title = "Send invitations";
export const firstSubject = (form: string): string => `Your link to “${form}”`.slice(0, 200);
export const firstText = "Hello,\n\nWe’d like to hear from you. Your link is personal, so don’t share it.";
export const buttonHint = "The button with the personal link is added below your text.";
export const inserts = {
  "form:title": formTitle,
  "link:reference": "Reference",
  "link:url": "Address of the link",
};
export const to = "To";
export const audiences = {
  all: "Everyone",
  unanswered: "People who haven’t answered",
  unused: "People who haven’t opened it",
  started: "People who have started",
  completed: "People who have answered",
  expired: "People whose link has expired",
  revoked: "People whose link is revoked",
};
export const selected = (count: number): string => `${counted(count, "selected person", "selected people")}`;
export const undeliverable = (count: number): string =>
  `${counted(count, "undeliverable address", "undeliverable addresses")}`;
export const matching = (search: string): string => `Only references with “${search}”.`;
export const replyTo = "Reply to";
export const replyToHint = "Replies go to this address.";
export const reminders = "Remind people who haven’t answered";
export const afterDays = (days: number): string => `After ${counted(days, "day", "days")}`;
export const newReminder = "Days after the invitation";
export const daysHint = "Days";
export const needsDays = (longest: number): string => `Enter another number from 1 to ${longest}.`;
export const addReminderLabel = "Add a reminder";
export const removeReminder = (days: number): string => `Remove the reminder after ${counted(days, "day", "days")}`;
export const remindersHint = "People who have answered or unsubscribed get no reminder.";
export const previewOf = (reference: string): string => (reference ? `Preview for ${reference}` : "Preview");
export const previousRecipient = "Previous recipient";
export const nextRecipient = "Next recipient";
export const noRecipients = "No one gets an email. Choose other people in “To”.";
export const notInvitable = "This person gets no invitation.";
export const test = "Send a test to me";
export const tested = "Test sent to your address.";
export const testFailed = "The test couldn’t be sent.";
export const send = (recipients: number): string => `Invite ${counted(recipients, "person", "people")}`;
export const sent = (recipients: number): string =>
  `${counted(recipients, "invitation is", "invitations are")} on the way.`;
export const planned = (emails: number, reminders: number): string =>
  `${counted(emails, "email", "emails")} now${reminders > 0 ? `, up to ${counted(reminders, "reminder", "reminders")}` : ""}.`;
/** the daily limit leaves some of them */
export const plannedPartly = (now: number, later: number, reminders: number): string =>
  reminders > 0
    ? `${counted(now, "email", "emails")} now, ${numberText(later)} from tomorrow on, up to ${counted(reminders, "reminder", "reminders")}.`
    : `${counted(now, "email", "emails")} now, ${numberText(later)} from tomorrow on.`;
/** the daily limit leaves none of them */
export const plannedLater = (emails: number, reminders: number): string =>
  reminders > 0
    ? `Today’s limit is reached: ${counted(emails, "email", "emails")} from tomorrow on, up to ${counted(reminders, "reminder", "reminders")}.`
    : `Today’s limit is reached: ${counted(emails, "email", "emails")} from tomorrow on.`;
/** why a form’s letters aren’t sent */
export const closed = {
  archived: "This form is archived. Restore it before you send invitations.",
  unpublished: "This form isn’t published. Publish it before you send invitations.",
  closed: "This form is closed. Open it before you send invitations.",
  over: "This form closed at its closing time. Change the time before you send invitations.",
  full: "This form reached its response limit. Raise the limit before you send invitations.",
};
export const withoutSome = (count: number): string => `Leaves out ${counted(count, "person", "people")}`;
export const without = (reasons: readonly string[]): string => `Left out: ${reasons.join(", ")}.`;
export const leftOut = {
  no_address: (count: number): string => `${numberText(count)} without an address`,
  unsubscribed: (count: number): string => `${numberText(count)} unsubscribed`,
  undeliverable: (count: number): string => `${numberText(count)} undeliverable`,
  answered: (count: number): string => `${numberText(count)} answered`,
  expired: (count: number): string => `${numberText(count)} expired`,
  revoked: (count: number): string => `${numberText(count)} revoked`,
  invited: (count: number): string => `${numberText(count)} invited before`,
};
export const staysFree = (left: number): string => `${counted(left, "more", "more")} can be sent today.`;

/** invitations that were sent */
export const list = "Invitations";
export const states = { queued: "Queued", sending: "Sending", done: "Done", cancelled: "Canceled" };
export const progress = (sent: number, all: number): string => `${numberText(sent)} of ${numberText(all)} sent`;
export const waiting = (count: number): string => `${numberText(count)} waiting`;
export const failed = (count: number): string => `${numberText(count)} failed`;
export const nextReminder = (day: string): string => `Next reminder ${day}`;
export const nextReminderTo = (day: string, people: number): string =>
  `Next reminder ${day}, to up to ${counted(people, "person", "people")}`;
export const menuOf = (name: string): string => `Actions for ${name}`;
export const showLog = "Show deliveries";
export const cancelMailing = "Cancel invitations";
export const cancelTitle = (name: string): string => `Cancel “${name}”?`;
export const cancelText = "Waiting invitations and reminders won’t be sent.";
export const keep = "Keep sending";
export const cancelled = "Canceled. No more emails follow.";
