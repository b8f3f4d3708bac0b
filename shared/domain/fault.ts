import type { Reason } from "./reason.ts";

/** Keys from a graph, or from a part of it, down to a place. Nothing has to be there. */
export type Keys = readonly (string | number)[];

/** A reason and its place. */
export interface Fault {
  at: Keys;
  reason: Reason;
}
