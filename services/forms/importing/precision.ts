import { dayIn, isAtPrecision, type Precision } from "../../../shared/domain/dates.ts";
import type { GraphNode } from "../../../shared/domain/graph/types.ts";
import { defined } from "./values.ts";

/** Dates, dates with times, and times (wants §23). */

/** Returns what a date question asks for. */
export const precisionOf = ({ data }: Pick<GraphNode, "data">): Precision =>
  (data.config?.precision as Precision | undefined) ?? "day";

/** Returns whether a question asks for a day, which can be counted from today. */
export const asksForDay = (node: GraphNode): boolean => node.question_type === "date" && precisionOf(node) === "day";

/** Returns a value as ours: `2026-11-21T14:30:00` and `14:30:00` without their seconds. Undefined if a part is missing or lost. */
export function atPrecision(value: string, precision: Precision): string | undefined {
  const found = precision === "day" ? dayIn(value) : value.replace(/^(.*\d\d:\d\d):00(?:\.0+)?$/, "$1");
  return isAtPrecision[precision](found) ? found : undefined;
}

/** Returns the limits that are values of this precision. `onUnfit`: called for each other one. */
export function limitsAt(precision: Precision, given: readonly [string, string], onUnfit: () => void) {
  const [min, max] = given.map((it) => {
    const found = it === "" ? undefined : atPrecision(it, precision);
    if (it !== "" && found === undefined) onUnfit();
    return found;
  });
  return min !== undefined && max !== undefined && min > max ? {} : defined({ min, max });
}
