/** Delivery attempts. */

export const title = "Deliveries";
export const statuses = { success: "Delivered", error: "Failed", skipped: "Skipped by condition" };
/** Lists and counts are of attempts: one that is retried has failed, too. */
export const states = { ...statuses, retrying: "Failed, retrying", retried: "Failed, retried" };
/** Events that an attachment can subscribe to. */
export const attachableEvents = {
  "session.completed": "Response completed",
  "session.started": "Response started",
  "session.abandoned": "Response abandoned",
  "session.updated": "Response corrected",
};
export const events = { ...attachableEvents, test: "Test" };
export const linkStatuses = { ...statuses, skipped: "Not sent" };
export const linkEvents = { "link.invited": "Invitation", "link.reminded": "Reminder" };
export const one = "Delivery";
export const missing = "Delivery not found";
export const noReply = "No reply";
export const attempt = (attempt: number): string => `Attempt\u00A0${attempt}`;
export const withAttempt = (status: string, attempt: number): string => `${status}, attempt ${attempt}`;
export const attempts = "Attempts";
export const nextAttempt = "Next attempt";
export const atOnce = "Now";
export const result = (status: string, code: number | null): string =>
  code === null ? status : `${status} with ${code}`;
export const retryNow = "Retry now";
export const queued = "Retry started.";
export const openResponse = "Open response";
export const eventId = "Event ID";

export const messages = "Request and response";
export const tabs = { request: "Request", response: "Response", headers: "Headers" };
export const headersOf = (part: string): string => `${part}: headers`;
export const bodyOf = (part: string): string => `${part}: body`;
export const noHeaders = "None";
export const noBody = "Empty";
export const nothingSent = "No request sent.";
export const nothingAnswered = "No response.";
export const copyCurl = "Copy as cURL";
export const curlHint = "Secrets are redacted in the cURL command, so the signature won’t verify.";
