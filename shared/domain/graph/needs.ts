import { leavesOf } from "./conditions.ts";
import { guardsOf } from "./guards.ts";
import type { Condition, Graph } from "./types.ts";

/** Large libraries that a graph needs, so that browsers load only those. */
export interface Needs {
  /** libphonenumber */
  phoneNumbers: boolean;
  /** RE2 */
  patterns: boolean;
  calculations: boolean;
  /** never in a respondent's graph */
  scoring: boolean;
}

export function needs({ nodes, edges, calculations = [] }: Graph): Needs {
  return {
    phoneNumbers: nodes.some(({ question_type }) => question_type === "phone"),
    patterns:
      nodes.some(({ data }) => Boolean(data.config?.pattern)) ||
      [...edges, ...nodes.flatMap(guardsOf)].some(({ condition }) => matches(condition)) ||
      calculations.some(({ value }) => mentionsPattern(value)),
    calculations: calculations.length > 0,
    scoring: nodes.some(({ data }) => Boolean(data.config?.scoring)),
  };
}

/** Returns whether a condition within a calculation has a pattern, without loading the parser. */
const mentionsPattern = (value: unknown): boolean => JSON.stringify(value ?? null).includes('"op":"matches"');

const matches = (condition: unknown): boolean =>
  Boolean(condition) && leavesOf(condition as Condition).some(({ op }) => op === "matches");
