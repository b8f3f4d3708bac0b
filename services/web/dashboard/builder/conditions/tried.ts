import { compileCondition } from "../../../../../shared/domain/graph/evaluate.ts";
import { edgeFault } from "../../../../../shared/domain/graph/faults.ts";
import { outlineOf } from "../../../../../shared/domain/graph/outline.ts";
import type { Graph, Json } from "../../../../../shared/domain/graph/types.ts";

/** Values to try the rules of a question with. */
export interface TriedValues {
  answers: Readonly<Record<string, Json>>;
  hidden: Readonly<Record<string, string>>;
  score: number;
  /** by key; without a value, a score is unknown */
  calculations: Readonly<Record<string, number>>;
}

/** `edge`: index among the question's rules; null: the default end screen, or nothing. */
export interface Tried {
  edge: number | null;
  isBroken: boolean;
}

/** Returns the first rule that matches, by the code of a session. Stops at a rule with an error. */
export function tryRules(graph: Graph, from: string, { answers, hidden, score, calculations }: TriedValues): Tried {
  const outline = outlineOf(graph);
  const view = {
    answer: (id: string) => answers[id] ?? null,
    hidden,
    score,
    calculation: (key: string) => calculations[key] ?? null,
  };
  for (const [at, edge] of (outline.byId.get(from)?.edges ?? []).entries()) {
    if (edgeFault(edge, outline) !== null) return { edge: at, isBroken: true };
    const { condition } = edge;
    if (!condition || compileCondition(condition, from, outline.questions)(view)) return { edge: at, isBroken: false };
  }
  return { edge: null, isBroken: false };
}
