/** Attempts to deliver events, in a table or one by one. */

export const title = "Deliveries";
export const statuses = { success: "Delivered", error: "Failed" };
/** What an integration can be attached to. */
export const attachableEvents = {
  "session.completed": "Response completed",
  "session.started": "Session started",
  "session.abandoned": "Session abandoned",
};
export const events = { ...attachableEvents, test: "Test" };
export const columns = {
  integration: "Integration",
  time: "Time",
  event: "Event",
  result: "Result",
  duration: "Took",
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
export const queued = "It is delivered again now.";
