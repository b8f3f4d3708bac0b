import { channel } from "node:diagnostics_channel";

/**
 * Places where a crash would hurt most. The product only says that it has got there; what happens then is for a test that has
 * loaded something which listens (test/support/killAt.mjs). In order of an event's way:
 */
export const faultPoints = [
  /** sessions: a session has completed, its event is committed, and no other service knows of it */
  "event-committed",
  /** sessions: events are leased, and the answer never arrives */
  "event-leased",
  /** integrations: events are claimed, and nothing has been made of them */
  "event-claimed",
  /** integrations: their deliveries are committed, and the events not acknowledged */
  "event-taken-in",
  "event-acknowledged",
  /** integrations: a delivery is leased, and nothing has been sent */
  "delivery-claimed",
  /** integrations: the receiver has answered, and nobody has noted it */
  "delivery-sent",
  /** integrations: inside the transaction that notes the attempt */
  "delivery-noting",
  "delivery-recorded",
  /** sessions: a session is erased here, and nowhere else yet */
  "session-erased",
] as const;

export type FaultPoint = (typeof faultPoints)[number];

const passed = channel("pathform.fault-point");

export function faultPoint(point: FaultPoint): void {
  if (passed.hasSubscribers) passed.publish(point);
}
