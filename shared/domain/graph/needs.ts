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
  records: boolean;
  /** never in a respondent's graph */
  scoring: boolean;
}

export function needs({ nodes, edges, calculations = [] }: Graph): Needs {
  const asked = nodes.flatMap(({ question_type, data: { config = {} } }): Asked[] => [
    { question_type, config },
    ...((config.fields ?? []) as Asked[]),
  ]);
  return {
    phoneNumbers: asked.some(({ question_type }) => question_type === "phone"),
    patterns:
      asked.some(({ config }) => Boolean(config?.pattern)) ||
      [...edges, ...nodes.flatMap(guardsOf)].some(({ condition }) => matches(condition)) ||
      calculations.some(({ value }) => mentionsPattern(value)),
    calculations: calculations.length > 0,
    records: nodes.some(({ question_type }) => question_type === "records"),
    scoring: nodes.some(({ data }) => Boolean(data.config?.scoring)),
  };
}

/** A question, or a field of records. */
interface Asked {
  question_type: string;
  config?: Record<string, unknown>;
}

/** Returns whether a condition within a calculation has a pattern, without loading the parser. */
const mentionsPattern = (value: unknown): boolean => JSON.stringify(value ?? null).includes('"op":"matches"');

const matches = (condition: unknown): boolean =>
  Boolean(condition) && leavesOf(condition as Condition).some(({ op }) => op === "matches");
