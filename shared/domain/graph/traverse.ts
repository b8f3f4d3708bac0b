import { sameJson } from "../json.ts";
import { isEmpty } from "../questions/index.ts";
import type { CheckContext, CompiledQuestion, Refusal, Reply } from "../questions/question.ts";
import { runToEnd } from "../runToEnd.ts";
import type { CompiledGraph, CompiledNode } from "./compile.ts";
import type { WalkView } from "./evaluate.ts";
import { chosenOptions, isUsedUp } from "./exact.ts";
import { escaped } from "./markup/escape.ts";
import { recalledAnswer } from "./recalled.ts";
import { replaceRecalls } from "./recalls.ts";
import type { FullOptions, Json } from "./types.ts";

/**
 * A respondent's walk through a published graph (decisions §5).
 *
 * A walk starts at the entry node. It consists of the passed nodes with their answers, and the current node, which has no answer
 * yet. In order, they are the path. No node is on the path twice.
 *
 * - Answer to the current node: a valid answer moves the walk along the first edge that matches. An invalid one changes nothing.
 * - Same answer to a passed node: a repeat, with the same result as the first time. So clients can retry lost requests and page
 *   through their answers. A device that didn't give the answer (`elsewhere`) isn't told whether it is the same: a conflict, or with
 *   `back` a cut.
 * - Invalid answer to a passed node: rejected, and nothing changes.
 * - Different answer to a passed node: with `back`, the path is cut there and continues from that node. Without `back`, it is a
 *   conflict, such as an old tab or a late retry.
 * - A node that isn't shown is passed over: it isn't on the path, and the walk follows its edges.
 * - Answer to any other node or to an end screen: a conflict.
 *
 * This module uses neither a database nor a clock. The day and the issued files are in `CheckContext`.
 */
export interface Walk {
  readonly visits: readonly Visit[];
  readonly current_node_id: string;
  readonly hidden: Readonly<Record<string, string>>;
  /** UTC day of the start, `YYYY-MM-DD`; absent if only the service knows it */
  readonly started_on?: string;
  /** passed nodes whose answers this device must not learn, because another one gave them */
  readonly elsewhere?: ReadonlySet<string>;
  /** Options that have no places left now (wants §22); absent if the form has no limits. */
  readonly full?: FullOptions;
}

/** A passed node. */
export interface Visit {
  node_id: string;
  /** null if skipped, and for screens */
  answer: Json | null;
  /** null if skipped or not scored */
  score_awarded: number | null;
}

/** Graph of a walk: a compiled version, or the valid part of a draft. */
export type WalkableGraph = Pick<CompiledGraph, "entry_node_id" | "next" | "calculations"> & {
  readonly nodes: { get(nodeId: string): WalkableNode | undefined };
  /** Messages of rules have markup, which texts that they recall must not add to. */
  readonly has_markup?: boolean;
  /** Absent if a walk always stops at the entry node. */
  readonly first?: CompiledGraph["first"];
  /** Writes values of answers in recalls. Absent where the form's own texts do. */
  written?(nodeId: string, value: Json): string | undefined;
  /** Returns a view that throws for data that only the service has. */
  limited?(view: WalkView): WalkView;
};
type Viewed = Partial<Pick<WalkableGraph, "calculations" | "limited">>;
type WalkableNode = Pick<CompiledNode, "id" | "question"> & Partial<Pick<CompiledNode, "guards">>;

export interface Submission {
  node_id: string;
  value?: Json;
  back?: boolean;
}

export type Step =
  | {
      kind: "moved";
      /** Number of visits before the answered node. Lower than the previous number of visits if the path was cut. */
      visits_kept: number;
      visit: Visit;
      next_node_id: string;
      is_complete: boolean;
      /** total of the new path */
      total_score: number;
      traversal_path: string[];
    }
  | { kind: "repeat"; next_node_id: string; is_complete: boolean; traversal_path: string[] }
  | { kind: "conflict"; current_node_id: string }
  | ({ kind: "invalid" } & Refusal);

export function startWalk(
  graph: Pick<WalkableGraph, "entry_node_id" | "first"> & Viewed,
  hidden: Readonly<Record<string, string>> = {},
  startedOn?: string,
  full?: FullOptions,
): Walk {
  const start = { hidden, ...(startedOn !== undefined && { started_on: startedOn }), ...(full && { full }) };
  return { visits: [], current_node_id: graph.first?.(viewOf(graph, [], start)) ?? graph.entry_node_id, ...start };
}

/** Applies a submission and returns the step. Doesn't change the walk. */
export function takeStep(graph: WalkableGraph, walk: Walk, submission: Submission, context: CheckContext): Step {
  const { node_id, value } = submission;
  const conflict: Step = { kind: "conflict", current_node_id: walk.current_node_id };
  const node = graph.nodes.get(node_id);
  if (!node || node.question.is_end) return conflict;
  if (node_id === walk.current_node_id) {
    return moveOn(graph, walk, walk.visits.length, node, check(graph, walk, walk.visits.length, node, value, context));
  }
  const passed = walk.visits.findIndex((visit) => visit.node_id === node_id);
  const visit = walk.visits[passed];
  if (!visit) return conflict;
  const isOwn = !walk.elsewhere?.has(node_id);
  if (!isOwn && !submission.back) return conflict;
  if (isOwn && isSameValue(value, visit.answer)) return repeat(graph, walk, passed);
  const reply = check(graph, walk, passed, node, value, context);
  // `check` can normalize an answer: a picture choice's string becomes a one-element array
  if (isOwn && reply.kind === "answer" && sameJson(reply.answer, visit.answer)) return repeat(graph, walk, passed);
  // an invalid value takes precedence over a conflict (decisions §1)
  return submission.back || reply.kind === "problem" ? moveOn(graph, walk, passed, node, reply) : conflict;
}

export function totalScore(visits: readonly Visit[]): number {
  return visits.reduce((sum, visit) => sum + (visit.score_awarded ?? 0), 0);
}

/**
 * Returns the points of the best answers to the questions of this path, skipped ones included, by the options that were
 * offered (features §19). Null if one has no best answer, or if none is scored.
 */
export const maxScore = (graph: WalkableGraph, walk: ScoredWalk): number | null => runToEnd(bestScore(graph, walk));

type ScoredWalk = Pick<Walk, "visits" | "hidden" | "started_on">;

/** Computes the same in parts of one question, so that the caller can run other work in between. */
export function* bestScore(graph: WalkableGraph, walk: ScoredWalk): Generator<void, number | null> {
  let sum: number | null = null;
  for (const [at, { node_id }] of walk.visits.entries()) {
    const node = graph.nodes.get(node_id);
    if (!node?.question.is_scored) continue;
    const { best_award } = offeredAfter(walk.visits.slice(0, at), graph, walk, node);
    if (best_award === null) return null;
    // skipping an optional question earns nothing, which may be better than any answer
    sum = (sum ?? 0) + (node.question.is_required ? best_award : Math.max(best_award, 0));
    yield;
  }
  return sum;
}

/** Returns a node's question with the options that are offered after these visits. */
function offeredAfter(
  visits: readonly Visit[],
  graph: WalkableGraph,
  walk: Pick<Walk, "hidden" | "started_on" | "full">,
  node: WalkableNode,
): Pick<CompiledQuestion, "check" | "best_award"> {
  const full = walk.full?.get(node.id);
  if (!node.guards?.options.size && !full) return node.question;
  const hidden = node.guards ? hiddenOptions(node, viewOf(graph, visits, walk)) : noOptions;
  return node.question.without(full ? new Set([...hidden, ...full]) : hidden);
}

const noOptions: ReadonlySet<string> = new Set();

/** Returns points by node id, for scored answers only (decisions §4.3). */
export function scoreBreakdown(visits: readonly Visit[]): Record<string, number> {
  // no prototype, because a node id can be `toString`
  const breakdown: Record<string, number> = Object.create(null);
  for (const { node_id, score_awarded } of visits) if (score_awarded !== null) breakdown[node_id] = score_awarded;
  return breakdown;
}

/**
 * Checks a value by the question, the options that are shown, and the rules of `valid_if` (features §11.1, §11.2). `visitsKept`:
 * number of the walk's visits before the node.
 */
export function check(
  graph: WalkableGraph,
  walk: Walk,
  visitsKept: number,
  node: WalkableNode,
  value: Json | undefined,
  context: CheckContext,
): Reply {
  const before = walk.visits.slice(0, visitsKept);
  const full = walk.full?.get(node.id);
  if (full) {
    if (chosenOptions(node.question, value).some((option) => full.has(option))) return noPlaces;
    if (isEmpty(value) && isUsedUp(node, viewOf(graph, before, walk))) return { kind: "skip" };
  }
  const reply = offeredAfter(before, graph, walk, node).check(value, context);
  if (reply.kind !== "answer") return reply;
  const accepted = context.isTaken?.(node.id, reply.answer) ? alreadyUsed : reply;
  if (!node.guards) return accepted;
  const given = visitOf(node, reply.answer);
  const view = viewOf(graph, [...before, given], walk);
  const rule = node.guards.rules.findIndex(({ holds }) => !holds(view));
  const broken = node.guards.rules[rule];
  if (!broken) return accepted;
  const known = viewOf(graph, [...before.filter((visit) => !walk.elsewhere?.has(visit.node_id)), given], walk);
  const message = filled(broken.message, graph, known, graph.has_markup ? escaped : undefined);
  return { kind: "problem", message, reason: "rule", rule };
}

/** Refusals by what other sessions have (wants §22). */
export const noPlaces = { kind: "problem", message: "has no places left.", reason: "option_full" } as const; // words: ok
const alreadyUsed: Reply = { kind: "problem", message: "has already been used.", reason: "not_unique" }; // words: ok

/** Returns the options of a node that aren't offered in this view, which has no answer to the node. */
export function hiddenOptions({ guards }: WalkableNode, view: WalkView): ReadonlySet<string> {
  return new Set([...(guards?.options ?? [])].flatMap(([value, isOffered]) => (isOffered(view) ? [] : [value])));
}

/** Fills the recalls in a text. `inserted` returns a recalled text as it is inserted. */
export const filled = (
  text: string,
  { nodes, written }: WalkableGraph,
  view: WalkView,
  inserted = (recalled: string) => recalled,
): string =>
  replaceRecalls(text, (kind, name) => {
    if (kind === "hidden") return inserted(Object.hasOwn(view.hidden, name) ? (view.hidden[name] ?? "") : "");
    const own = (value: Json) => written?.(name, value);
    return inserted(recalledAnswer(nodes.get(name)?.question, view.answer(name), own));
  });

/** Returns a node's visit with a checked answer and its points. */
export const visitOf = ({ id, question }: WalkableNode, answer: Json | null): Visit => ({
  node_id: id,
  answer,
  score_awarded: answer === null ? null : question.score(answer),
});

function moveOn(graph: WalkableGraph, walk: Walk, visitsKept: number, node: WalkableNode, reply: Reply): Step {
  if (reply.kind === "problem") return { ...reply, kind: "invalid" };
  const visit = visitOf(node, reply.kind === "answer" ? reply.answer : null);
  const visits = [...walk.visits.slice(0, visitsKept), visit];
  const total = totalScore(visits);
  const nextNodeId = graph.next(node.id, viewOf(graph, visits, walk, total));
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

/** Compares before `check`, so that an accepted answer stays valid when the day or the issued files change. */
function isSameValue(value: Json | undefined, answer: Json | null): boolean {
  return answer === null ? isEmpty(value) : sameJson(value ?? null, answer);
}

/** Returns what conditions and calculations read after these visits. Calculates only what is read. */
export function viewOf(
  { calculations, limited }: Viewed,
  visits: readonly Visit[],
  { hidden, started_on, full }: Pick<Walk, "hidden" | "started_on" | "full">,
  score = totalScore(visits),
): WalkView {
  let answers: Map<string, Json | null> | undefined;
  let points: Map<string, number | null> | undefined;
  let calculate: ((key: string) => number | null) | undefined;
  const view: WalkView = {
    answer(nodeId) {
      // most conditions read the latest answer and don't need the map
      const last = visits.at(-1);
      if (last?.node_id === nodeId) return last.answer;
      answers ??= new Map(visits.map((visit) => [visit.node_id, visit.answer]));
      return answers.get(nodeId) ?? null;
    },
    points(nodeId) {
      points ??= new Map(visits.map((visit) => [visit.node_id, visit.score_awarded]));
      return points.get(nodeId) ?? null;
    },
    calculation(key) {
      calculate ??= calculations?.reader(view) ?? (() => null);
      return calculate(key);
    },
    score,
    hidden,
    ...(started_on !== undefined && { started_on }),
    ...(full && { full }),
  };
  return limited?.(view) ?? view;
}

function isEnd(graph: WalkableGraph, nodeId: string): boolean {
  return graph.nodes.get(nodeId)?.question.is_end ?? false;
}
