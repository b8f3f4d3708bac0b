import { isEmpty } from "../questions/index.ts";
import type { CheckContext, Refusal, Reply } from "../questions/question.ts";
import type { CompiledGraph, CompiledNode } from "./compile.ts";
import { sameJson } from "./equality.ts";
import type { WalkView } from "./evaluate.ts";
import type { Json } from "./types.ts";

/**
 * A respondent's walk through a published graph (decisions §5).
 *
 * A walk starts at the entry node. It holds the nodes already passed with what was answered there, and the current node,
 * which waits for its answer. Together, in order, they are the path; no node is on it twice.
 *
 * - The current node gets an answer: it is checked, and the walk moves on over the first edge that is true. A bad value
 *   moves nothing.
 * - A passed node gets the value that it has: a repeat. Nothing changes and the reply is the one that it gave first. So a
 *   client may send again what it has no reply for, and page back and forth through its answers.
 * - A passed node gets a value that it cannot have: that is said, and nothing moves.
 * - A passed node gets another value: only with `back` is this a wish to go back. The path is cut there, what came after
 *   is forgotten, and the walk moves on from that node. Without `back` it is an old tab or a late retry: a conflict.
 * - Any other node, and an end node (which is never answered): a conflict.
 *
 * Nothing in here knows a database or a clock; the day and the issued files come in as `CheckContext`.
 */
export interface Walk {
  readonly visits: readonly Visit[];
  readonly current_node_id: string;
  readonly hidden: Readonly<Record<string, string>>;
}

/** A node that was passed. */
export interface Visit {
  node_id: string;
  /** null: skipped, or a screen */
  answer: Json | null;
  /** null: skipped, or not scored */
  score_awarded: number | null;
}

/** What a walk needs of a graph: a published version's is compiled whole, a draft's as far as it is sound. */
export type WalkableGraph = Pick<CompiledGraph, "entry_node_id" | "next"> & {
  readonly nodes: { get(nodeId: string): Pick<CompiledNode, "id" | "question"> | undefined };
};

export interface Submission {
  node_id: string;
  value?: Json;
  back?: boolean;
}

export type Step =
  | {
      kind: "moved";
      /** The visits before the answered one, all of which stay; fewer than there were when the path was cut. */
      visits_kept: number;
      visit: Visit;
      next_node_id: string;
      is_complete: boolean;
      /** Over the new path. */
      total_score: number;
      traversal_path: string[];
    }
  | { kind: "repeat"; next_node_id: string; is_complete: boolean; traversal_path: string[] }
  | { kind: "conflict"; current_node_id: string }
  | ({ kind: "invalid" } & Refusal);

export function startWalk(graph: WalkableGraph, hidden: Readonly<Record<string, string>> = {}): Walk {
  return { visits: [], current_node_id: graph.entry_node_id, hidden };
}

/** What a submission does to a walk. The walk itself is left as it is. */
export function takeStep(graph: WalkableGraph, walk: Walk, submission: Submission, context: CheckContext): Step {
  const { node_id, value } = submission;
  const conflict: Step = { kind: "conflict", current_node_id: walk.current_node_id };
  const node = graph.nodes.get(node_id);
  if (!node || node.question.is_end) return conflict;
  if (node_id === walk.current_node_id) {
    return moveOn(graph, walk, walk.visits.length, node, node.question.check(value, context));
  }
  const passed = walk.visits.findIndex((visit) => visit.node_id === node_id);
  const visit = walk.visits[passed];
  if (!visit) return conflict;
  if (isSameValue(value, visit.answer)) return repeat(graph, walk, passed);
  const reply = node.question.check(value, context);
  // `check` may have another form for the same answer: the bare string of a picture choice is a one-element array.
  if (reply.kind === "answer" && sameJson(reply.answer, visit.answer)) return repeat(graph, walk, passed);
  // what is wrong with the value comes first: a conflict is the last thing to be said (decisions §1)
  return submission.back || reply.kind === "problem" ? moveOn(graph, walk, passed, node, reply) : conflict;
}

export function totalScore(visits: readonly Visit[]): number {
  return visits.reduce((sum, visit) => sum + (visit.score_awarded ?? 0), 0);
}

/**
 * Returns the points of the best answers to the questions of this path, skipped ones included (features §19). Null if one
 * has no best answer, or if none is scored.
 */
export function maxScore(graph: WalkableGraph, visits: readonly Visit[]): number | null {
  const questions = visits.flatMap(({ node_id }) => graph.nodes.get(node_id)?.question ?? []);
  const scored = questions.filter(({ is_scored }) => is_scored);
  if (scored.length === 0 || scored.some(({ best_award }) => best_award === null)) return null;
  // skipping an optional question earns nothing, which may be better than any answer
  return scored.reduce(
    (sum, { best_award, is_required }) => sum + Math.max(best_award ?? 0, is_required ? -Infinity : 0),
    0,
  );
}

/** Points by node id, of exactly the answers that were scored (decisions §4.3). */
export function scoreBreakdown(visits: readonly Visit[]): Record<string, number> {
  // Without a prototype, since a node may be called `toString`.
  const breakdown: Record<string, number> = Object.create(null);
  for (const { node_id, score_awarded } of visits) if (score_awarded !== null) breakdown[node_id] = score_awarded;
  return breakdown;
}

function moveOn(
  graph: WalkableGraph,
  walk: Walk,
  visitsKept: number,
  node: Pick<CompiledNode, "id" | "question">,
  reply: Reply,
): Step {
  if (reply.kind === "problem") return { ...reply, kind: "invalid" };
  const answer = reply.kind === "answer" ? reply.answer : null;
  const visit: Visit = {
    node_id: node.id,
    answer,
    score_awarded: answer === null ? null : node.question.score(answer),
  };
  const visits = [...walk.visits.slice(0, visitsKept), visit];
  const total = totalScore(visits);
  const nextNodeId = graph.next(node.id, viewOf(visits, total, walk.hidden));
  return {
    kind: "moved",
    visits_kept: visitsKept,
    visit,
    next_node_id: nextNodeId,
    is_complete: isEnd(graph, nextNodeId),
    total_score: total,
    traversal_path: [...visits.map((passed) => passed.node_id), nextNodeId],
  };
}

function repeat(graph: WalkableGraph, walk: Walk, passed: number): Step {
  const path = [...walk.visits.map((visit) => visit.node_id), walk.current_node_id];
  const nextNodeId = path[passed + 1] as string;
  const traversalPath = path.slice(0, passed + 2);
  return {
    kind: "repeat",
    next_node_id: nextNodeId,
    is_complete: isEnd(graph, nextNodeId),
    traversal_path: traversalPath,
  };
}

/** Compared before it is checked: an accepted answer stays the same when the day or the issued files have changed. */
function isSameValue(value: Json | undefined, answer: Json | null): boolean {
  return answer === null ? isEmpty(value) : sameJson(value ?? null, answer);
}

function viewOf(visits: readonly Visit[], score: number, hidden: Walk["hidden"]): WalkView {
  let answers: Map<string, Json | null> | undefined;
  return {
    answer(nodeId) {
      // Most conditions read the answer just given; the map is only made for the others.
      const last = visits.at(-1);
      if (last?.node_id === nodeId) return last.answer;
      answers ??= new Map(visits.map((visit) => [visit.node_id, visit.answer]));
      return answers.get(nodeId) ?? null;
    },
    score,
    hidden,
  };
}

function isEnd(graph: WalkableGraph, nodeId: string): boolean {
  return graph.nodes.get(nodeId)?.question.is_end ?? false;
}
