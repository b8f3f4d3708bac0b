/** Delivery attempts, in a table or on their own. */

export const title = "Deliveries";
export const statuses = { success: "Delivered", error: "Failed" };
/** Events that an attachment can subscribe to. */
export const attachableEvents = {
  "session.completed": "Response completed",
  "session.started": "Response started",
  "session.abandoned": "Response abandoned",
};
export const events = { ...attachableEvents, test: "Test" };
export const columns = {
  integration: "Integration",
  time: "Time",
  event: "Event",
  result: "Result",
  duration: "Duration",
  attempt: "Attempt",
  next: "Next attempt",
  actions: "Actions",
};
export const atOnce = "Now";
export const eventTo = (event: string, integration: string): string => `${event} to “${integration}”`;
export const show = "Show";
export const showOf = (event: string, time: string): string => `Show ${event} of ${time}`;
export const retry = "Retry";
export const retryOf = (event: string, time: string): string => `Retry ${event} of ${time}`;
export const queued = "Retry started.";
