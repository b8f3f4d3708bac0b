import { channel } from "node:diagnostics_channel";

/**
 * Points where a crash is most dangerous, in the order in which an event, an invitation, a personal link and a link to finish later
 * pass them. Tests that subscribe to the channel can crash a process there (test/support/killAt.mjs).
 */
export const faultPoints = [
  /** sessions: inside the transaction that completes a session of a form with places or unique answers */
  "completion-storing",
  /** sessions: a completed session's event is committed, before any other service has it */
  "event-committed",
  /** sessions: inside a transaction that counts earlier sessions by a new version's places and unique answers */
  "claims-storing",
  /** sessions: inside the transaction that stores a correction */
  "correction-storing",
  /** sessions: a correction and its event are committed, before the response */
  "correction-stored",
  /** sessions: events are leased, before the response */
  "event-leased",
  /** integrations: events are claimed, before their deliveries are created */
  "event-claimed",
  /** integrations: the deliveries are committed, before the events are acknowledged */
  "event-taken-in",
  "event-acknowledged",
  /** integrations: a delivery is leased, before the request */
  "delivery-claimed",
  /** integrations: the receiver has responded, before the attempt is stored */
  "delivery-sent",
  /** integrations: inside the transaction that stores the attempt */
  "delivery-noting",
  "delivery-recorded",
  /** integrations: inside the transaction that stores a mailing with an invitation per person */
  "mailing-noting",
  /** integrations: the mailing is committed, before the response */
  "mailing-recorded",
  /** integrations: invitations or reminders are leased, before they are judged */
  "invitation-claimed",
  /** integrations: the mail server has an invitation, before that is stored */
  "invitation-sent",
  /** integrations: inside the transaction that stores the attempt and the next reminder */
  "invitation-noting",
  "invitation-recorded",
  /** integrations: sessions knows the states of invitations, before that is stored */
  "invitation-reported",
  /** sessions: inside the transaction that starts a session by a personal link, which has taken a place of the link */
  "place-taken",
  /** sessions: the session is committed, before the response */
  "link-started",
  /** sessions: a link to finish later is counted, before integrations has its email */
  "resume-asked",
  /** integrations: the mail server has the email, before it is forgotten */
  "resume-sent",
  /** sessions: the link is used, before the response */
  "resume-opened",
  /** sessions: a session is erased here, before other services erase it */
  "session-erased",
  /** sessions: inside the transaction that stores some rows of an import */
  "import-storing",
  /** sessions: some rows of an import are committed */
  "import-stored",
  /** a job is leased, before it runs */
  "auth-job-claimed",
  "forms-job-claimed",
  "integrations-job-claimed",
  /** a job has run, before its end is stored */
  "auth-job-ran",
  "forms-job-ran",
  "integrations-job-ran",
] as const;

export type FaultPoint = (typeof faultPoints)[number];

const passed = channel("pathform.fault-point");

export function faultPoint(point: FaultPoint): void {
  if (passed.hasSubscribers) passed.publish(point);
}
