/** Invitations by email to people with personal links. */
import { counted, numberText } from "./numbers.ts";

export const open = "Send invitations";
export const title = "Send invitations";
export const subject = "Subject";
export const firstSubject = (form: string): string => `Your link to “${form}”`.slice(0, 200);
export const text = "Text";
export const firstText = "Hello,\n\nwe’d like to hear from you. Your link is personal, so don’t pass it on.";
export const recalls =
  "A button with the person’s link follows. Use {{link:reference}}, {{link:url}}, {{form:title}} or {{hidden:key}} to insert details.";
export const replyTo = "Reply to (optional)";
export const replyToHint = "Address that answers to the email go to.";
export const reminders = "Remind people who haven’t answered";
export const afterDays = (days: number): string => `After ${days} days`;
export const remindersHint = "People who have answered or unsubscribed get no reminder.";
export const previewOf = (reference: string): string => (reference ? `Preview for ${reference}` : "Preview");
export const test = "Send a test to me";
export const tested = "Test sent to your address.";
export const testFailed = "The test couldn’t be sent.";
export const send = (recipients: number): string => `Invite ${counted(recipients, "person", "people")}`;
export const sent = (recipients: number): string =>
  `${counted(recipients, "invitation is", "invitations are")} on the way.`;
export const recipients = (count: number): string => `${counted(count, "person gets", "people get")} an email.`;
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
export const leftToday = (left: number): string =>
  `${numberText(left)} can be sent today, and the others from tomorrow on.`;
