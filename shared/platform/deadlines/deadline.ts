import { unavailable } from "../errors.ts";

/**
 * Deadlines ensure that a request isn't applied after it got 503 (docs/adr/0001). By then, the caller has stopped waiting, and a
 * newer request may have been applied. So a late write is rejected on arrival (onArrival.ts) and again right before its commit.
 */

/** A call with an optional deadline, in whole Unix ms on this process's clock. */
export interface Timed {
  locals: { deadline?: number };
}

/** Background work without a deadline. */
export const withoutDeadline: Timed = { locals: {} };

export const isLate = (deadline: number | undefined): boolean => deadline !== undefined && Date.now() > deadline;

/** Throws 503 if the call's deadline has passed. Call it right before an irreversible step. */
export function refuseLate({ locals }: Timed): void {
  if (isLate(locals.deadline)) throw tooLate();
}

/** 503: the call arrived too late and wasn't applied. */
export const tooLate = () => unavailable("The service is busy. The request wasn't applied. Try again shortly.", 1);
