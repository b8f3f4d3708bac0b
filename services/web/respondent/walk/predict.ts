import { sameJson } from "../../../../shared/domain/graph/equality.ts";
import type { Json } from "../../../../shared/domain/graph/types.ts";
import type { CheckContext, Refusal } from "../../../../shared/domain/questions/question.ts";
import { isEmpty } from "../../../../shared/domain/questions/reply.ts";
import type { Kept } from "./kept.ts";
import type { LocalWalk } from "./queue.ts";

/** A form's graph, ready to be walked on this device by the code of the service (walker.ts): loaded after the first question. */
export interface Walker {
  /** What the service will say; throws where only the service can tell. */
  predict(step: LocalStep): Prediction;
  /** An answer as its respondent saw it. */
  shown(nodeId: string, answer: Json, files: Kept["files"]): string;
  takesFiles(nodeId: string): boolean;
}

/** An answer to a node of the walk. */
export interface LocalStep {
  walk: LocalWalk;
  hidden: Kept["hidden"];
  nodeId: string;
  value: Json;
  check: CheckContext;
}

/** `next` null: only the service knows. */
export type Prediction =
  | { kind: "moved"; value: Json; next: string | null }
  /** the node was passed with that very value */
  | { kind: "same" }
  | { kind: "invalid"; refusal: Refusal };

/**
 * What the service will say to an answer. It is left open where a condition reads the score (the public graph has no
 * scoring) or an answer that this device lacks, and where there is no walker yet.
 */
export function predict(walker: Walker | null, step: LocalStep): Prediction {
  try {
    if (walker) return walker.predict(step);
  } catch {
    // the value was fit, or could not be judged here either
  }
  const kept = isEmpty(step.value) ? null : step.value;
  const answer = step.walk.visits.find((passed) => passed.node_id === step.nodeId)?.answer;
  return answer !== undefined && sameJson(answer, kept) ? { kind: "same" } : { kind: "moved", value: kept, next: null };
}
