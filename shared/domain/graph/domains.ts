import type { Family } from "../conditions/operators.ts";
import type { CompiledQuestion, Domain } from "../questions/question.ts";
import type { Operand } from "./types.ts";

/** Questions of a graph by node id. A draft lacks those with an invalid type or config. */
export type Questions = ReadonlyMap<string, CompiledQuestion>;

/** Returns the possible values of an operand without its `path`. Null for a screen or an unknown question. */
export function domainOf(left: Operand, questions: Questions): Domain | null {
  if (left.type === "score") return { family: "num", min: null, max: null, step: 1 };
  if (left.type === "calculation") return { family: "num", min: null, max: null, step: null };
  if (left.type === "hidden") return { family: "text" };
  return questions.get(left.node_id)?.domain ?? null;
}

/** Returns how calculations read answers. A time of day is a number, of minutes since midnight (wants §23). */
export const calculatedFamily = (domain: Domain): Family =>
  domain.family === "date" && domain.precision === "time" ? "num" : domain.family;

/** Applies `path` to a domain: an option's rank is a number, a matrix row is one choice. */
export function domainAt(domain: Domain, left: Operand): Domain {
  if (left.type !== "answer" || left.path === undefined) return domain;
  if (domain.family === "rank") return { family: "num", min: 1, max: domain.values.length, step: 1 };
  return domain.family === "row" ? { family: "one", values: domain.columns, open: false } : domain;
}
