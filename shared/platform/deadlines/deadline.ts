import { unavailable } from "../errors.ts";

/**
 * Nothing is applied after it was answered 503 (docs/adr/0001). Whoever waits for a call says until when; past that moment
 * nobody learns of what the call does, and something newer may stand in its place. So a write is refused on arrival when it
 * is late (shared/platform/deadlines/onArrival.ts), and once more right before it commits.
 */

/** A call on the bus, as far as its deadline goes: Unix ms on this process's own clock; absent: never late. */
export interface Timed {
  locals: { deadline?: number };
}

/** Work that nobody waits for: it is never late. */
export const withoutDeadline: Timed = { locals: {} };

export const isLate = (deadline: number | undefined): boolean => deadline !== undefined && Date.now() > deadline;

/** Throws 503 when the call's deadline has passed. Call it right before what cannot be taken back. */
export function refuseLate({ locals }: Timed): void {
  if (isLate(locals.deadline)) throw tooLate();
}

/** 503: the call came too late to be applied; sent again, it will be. */
export const tooLate = () =>
  unavailable("The service is busy; the request was not carried out. Please send it again.", 1);
