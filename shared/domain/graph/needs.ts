import { leavesOf } from "./conditions.ts";
import type { Condition, Graph } from "./types.ts";

/** The large libraries that a published graph cannot be walked without; a browser loads no other. */
export interface Needs {
  /** the world's telephone numbers (libphonenumber) */
  phoneNumbers: boolean;
  /** patterns of owners (RE2) */
  patterns: boolean;
}

export function needs({ nodes, edges }: Graph): Needs {
  return {
    phoneNumbers: nodes.some(({ question_type }) => question_type === "phone"),
    patterns:
      nodes.some(({ data }) => Boolean(data.config?.pattern)) || edges.some(({ condition }) => matches(condition)),
  };
}

const matches = (condition: unknown): boolean =>
  Boolean(condition) && leavesOf(condition as Condition).some(({ op }) => op === "matches");
