/** Email notifications of a form, and conditions of deliveries. */
import { counted } from "./numbers.ts";
import { enabled } from "./states.ts";

export const title = "Email notifications";
export const intro = "Email your team when people respond, or send each respondent a copy of their answers.";
export const add = "Add email notification";
export const list = "Email notifications of this form";
export const emptyTitle = "No email notifications yet";
export const emptyText = "Add one to hear about new responses by email.";
export const noMail = "This server can’t send email yet. Ask an administrator to set SMTP_URL and MAIL_FROM.";

export const statuses = { active: enabled, pending: "Waiting for confirmation", stopped: "Unsubscribed" };
export const toRespondent = "The respondent gets a copy";
export const toAddresses = (to: readonly string[]): string => to.join(", ");
export const daily = "once a day";
export const menuOf = (name: string): string => `Actions for “${name}”`;
export const edit = "Edit";
export const sendTest = "Send test";
export const showLog = "Deliveries";
export const enable = "Enable";
export const disable = "Disable";
export const remove = "Delete";
export const removeTitle = (name: string): string => `Delete “${name}”?`;
export const removeText = "This cancels its pending emails. You can’t undo this.";
export const removed = (name: string): string => `“${name}” deleted.`;
export const testSent = "Test email sent to your address.";
export const testFailed = (message: string | null): string => `Test failed: ${message ?? "unknown reason"}`;

export const newTitle = "New email notification";
export const editTitle = "Edit email notification";
export const create = "Create";
export const save = "Save changes";
export const saved = (name: string): string => `“${name}” saved.`;
export const asked = "Confirmation emails are on their way.";
export const name = "Name";
export const event = "Send when";
export const recipients = "Recipients";
export const kinds = { to: "Fixed addresses", to_node_id: "The respondent" };
export const to = "Email addresses";
export const toHint = "Up to 10, one per line or with commas. Other addresses have to confirm first.";
export const badAddress = (address: string): string =>
  `“${address}” isn’t an email address. Enter one like ada@example.com.`;
export const addressQuestion = "Question with the respondent’s address";
export const replyQuestion = "Reply to";
export const noReply = "None";
export const noEmailQuestion = "Add an email question to the form first.";
export const responseLink = "Link to the response";
export const responsesLink = "Link to the responses";
export const preview = "Preview of the email";
export const sampleAnswer = "Sample answer";
export const includeAnswers = "Include all answers";
export const digest = "Frequency";
export const digests = { none: "For each response", daily: "Once a day" };
export const defaultName = "New responses";
export const defaultSubject = "New response: {{form:title}}";
export const defaultCopySubject = "Your answers: {{form:title}}";

export const condition = "Condition";
export const noCondition = "No condition. Every response is sent.";
export const addCondition = "Add condition";
export const removeCondition = "Remove condition";
export const conditionText = "Responses that don’t match aren’t sent.";
/** Name of a button that shows `label`, unique in a list. */
export const hasCondition = "Has a condition";
export const noQuestions = "Add questions to the form first.";
export const loading = "Loading…";

export const logTitle = (name: string): string => `Deliveries of “${name}”`;
export const logEmpty = "Nothing sent yet.";
export const logCount = (count: number): string => counted(count, "attempt", "attempts");
