import { channel } from "node:diagnostics_channel";

/**
 * Points where a crash is most dangerous, in the order in which an event passes them. Tests that subscribe to the channel can
 * crash a process there (test/support/killAt.mjs).
 */
export const faultPoints = [
  /** sessions: a completed session's event is committed, before any other service has it */
  "event-committed",
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
  /** integrations: the mail server has an invitation, before that is stored */
  "invitation-sent",
  /** sessions: a session is erased here, before other services erase it */
  "session-erased",
] as const;

export type FaultPoint = (typeof faultPoints)[number];

const passed = channel("pathform.fault-point");

export function faultPoint(point: FaultPoint): void {
  if (passed.hasSubscribers) passed.publish(point);
}
