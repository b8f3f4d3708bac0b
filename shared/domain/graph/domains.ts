import type { CompiledQuestion, Domain } from "../questions/question.ts";
import type { Operand } from "./types.ts";

/** The questions of a graph by node id. A draft's may lack some: those whose type or config is wrong. */
export type Questions = ReadonlyMap<string, CompiledQuestion>;

/** Every value that the left of a comparison may have, `path` not yet followed; null for a screen or unknown question. */
export function domainOf(left: Operand, questions: Questions): Domain | null {
  if (left.type === "score") return { family: "num", min: null, max: null, step: 1 };
  if (left.type === "hidden") return { family: "text" };
  return questions.get(left.node_id)?.domain ?? null;
}

/** The same with `path` followed: the place of an option in a ranking is a number, the cell of a row one choice. */
export function domainAt(domain: Domain, left: Operand): Domain {
  if (left.type !== "answer" || left.path === undefined) return domain;
  if (domain.family === "rank") return { family: "num", min: 1, max: domain.values.length, step: 1 };
  return domain.family === "row" ? { family: "one", values: domain.columns, open: false } : domain;
}
