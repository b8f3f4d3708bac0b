import { leavesOf } from "./conditions.ts";
import { guardsOf } from "./guards.ts";
import type { Condition, Graph } from "./types.ts";

/** Large libraries that a graph needs, so that browsers load only those. */
export interface Needs {
  /** libphonenumber */
  phoneNumbers: boolean;
  /** RE2 */
  patterns: boolean;
}

export function needs({ nodes, edges }: Graph): Needs {
  return {
    phoneNumbers: nodes.some(({ question_type }) => question_type === "phone"),
    patterns:
      nodes.some(({ data }) => Boolean(data.config?.pattern)) ||
      [...edges, ...nodes.flatMap(guardsOf)].some(({ condition }) => matches(condition)),
  };
}

const matches = (condition: unknown): boolean =>
  Boolean(condition) && leavesOf(condition as Condition).some(({ op }) => op === "matches");
