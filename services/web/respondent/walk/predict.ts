import type { CompiledGraph } from "../../../../shared/domain/graph/compile.ts";
import { sameJson } from "../../../../shared/domain/graph/equality.ts";
import type { WalkView } from "../../../../shared/domain/graph/evaluate.ts";
import type { Json } from "../../../../shared/domain/graph/types.ts";
import type { CheckContext, Refusal } from "../../../../shared/domain/questions/question.ts";
import { isEmpty } from "../../../../shared/domain/questions/reply.ts";
import type { Engine } from "./options.ts";
import type { LocalWalk } from "./queue.ts";

/** A form's graph, ready to be walked on this device. */
export interface Walker {
  graph: CompiledGraph;
  takeStep: Engine["takeStep"];
}

/** `next` null: only the service knows. */
export type Prediction =
  | { kind: "moved"; value: Json; next: string | null }
  /** the node was passed with that very value */
  | { kind: "same" }
  | { kind: "invalid"; refusal: Refusal };

/**
 * What the service will say to an answer, by its own code. It is left open where a condition reads the score (the public
 * graph has no scoring) or an answer that this device lacks, and where there is no walker yet.
 */
export function predict(
  walker: Walker | null,
  walk: LocalWalk,
  hidden: Readonly<Record<string, string>>,
  nodeId: string,
  value: Json,
  context: CheckContext,
): Prediction {
  const visit = walk.visits.find((passed) => passed.node_id === nodeId);
  if (!walker) return unchecked(visit?.answer, value);
  try {
    return checked(walker, walk, hidden, nodeId, value, context);
  } catch {
    // what cannot be decided here; the value itself was fit, or could not be judged either
    return unchecked(visit?.answer, value);
  }
}

function checked(
  { graph, takeStep }: Walker,
  { visits, current }: LocalWalk,
  hidden: Readonly<Record<string, string>>,
  nodeId: string,
  value: Json,
  context: CheckContext,
): Prediction {
  const lacking = new Set(visits.filter(({ answer }) => answer === undefined).map(({ node_id }) => node_id));
  const guarded = { ...graph, next: (id: string, view: WalkView) => graph.next(id, knownPart(view, lacking)) };
  const walk = {
    visits: visits.map(({ node_id, answer = null }) => ({ node_id, answer, score_awarded: null })),
    current_node_id: current ?? "",
    hidden,
  };
  const step = takeStep(guarded, walk, { node_id: nodeId, value, back: true }, context);
  if (step.kind === "moved") return { kind: "moved", value: step.visit.answer, next: step.next_node_id };
  if (step.kind === "invalid") return { kind: "invalid", refusal: step };
  return { kind: "same" };
}

/** Only what decides is looked at: an edge that holds before one that reads the score is taken all the same. */
function knownPart(view: WalkView, lacking: ReadonlySet<string>): WalkView {
  return {
    hidden: view.hidden,
    get score(): number {
      throw new Error("only the service knows the score");
    },
    answer(nodeId) {
      if (lacking.has(nodeId)) throw new Error("only the service knows that answer");
      return view.answer(nodeId);
    },
  };
}

function unchecked(answer: Json | undefined, value: Json): Prediction {
  const kept = isEmpty(value) ? null : value;
  return answer !== undefined && sameJson(answer, kept) ? { kind: "same" } : { kind: "moved", value: kept, next: null };
}
