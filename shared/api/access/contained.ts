import type { Capability } from "./capabilities.ts";

/** A right that is part of another one (wants §21.5). */

/** Returns the right that a part of it belongs to, which some have alone. Others are returned as they are. */
export const wholeOf = <Need extends string>(need: Need): Need | Capability =>
  need === "responses:read_anonymous" ? "responses:read" : need;

/** Returns whether capabilities give this one, or a right that contains it. */
export const includes = (granted: readonly Capability[], need: Capability): boolean =>
  granted.includes(need) || granted.includes(wholeOf(need));
