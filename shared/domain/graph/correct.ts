import { sameJson } from "../json.ts";
import { isEmpty } from "../questions/index.ts";
import type { CheckContext, CompiledQuestion, Refusal, Reply } from "../questions/question.ts";
import type { RefusalReason } from "../reason.ts";
import type { CompiledGraph } from "./compile.ts";
import { canRunOut } from "./guards.ts";
import { check, noPlaces, startWalk, type Visit, viewOf, visitOf, type Walk } from "./traverse.ts";
import type { Json } from "./types.ts";

/**
 * Corrections of ended sessions (features §18.1).
 *
 * The session is walked again from its entry with its old answers and the corrected ones. Answers that a correction doesn't touch
 * aren't checked again, and keep their points. Answers of nodes that leave the path are removed, also for later corrections. This
 * module uses neither a database nor a clock.
 */
export interface Correction {
  /** values by node id; null removes the answer */
  answers: Readonly<Record<string, Json>>;
  /** An abandoned session's walk ends at the first required question without an answer, a completed one's at an end screen. */
  isCompleted: boolean;
}

/** An answer before and after a correction. Both are null where the session has no answer. */
export interface Change {
  node_id: string;
  before: Json | null;
  after: Json | null;
}

export type Corrected =
  | {
      kind: "corrected";
      visits: Visit[];
      current_node_id: string;
      total_score: number;
      /** in path order, then those that left the path in their old order; never empty */
      changes: Change[];
    }
  /** every answer is as before */
  | { kind: "unchanged" }
  /** `message` is about the answer, or the part of it at `at` */
  | { kind: "invalid"; problems: Problem[] };

/** The message about an answer to a node that the new path leaves out. */
export const offPath = "is not on the path"; // words: ok

interface Problem extends Pick<Refusal, "at" | "message"> {
  node_id: string;
  /** of a refused answer */
  reason?: RefusalReason;
}

/** Corrects a walk, in parts of one node for time slices. Doesn't change it. */
export function* correct(
  graph: CompiledGraph,
  old: Walk,
  correction: Correction,
  context: CheckContext,
): Generator<void, Corrected> {
  const { answers } = correction;
  const unknown = Object.keys(answers).filter((id) => graph.nodes.get(id)?.question.is_screen !== false);
  if (unknown.length > 0) return invalid(unknown, "no such question");

  const before = new Map(old.visits.map((visit) => [visit.node_id, visit]));
  const visits: Visit[] = [];
  const walk: Walk = { ...startWalk(graph, old.hidden, old.started_on, old.full), visits };
  let currentNodeId = walk.current_node_id;
  let total = 0;
  /** of the old walk, known where it is needed */
  let passed: ReadonlySet<string> | undefined;
  for (;;) {
    const node = graph.nodes.get(currentNodeId);
    // the version was published without errors, so an edge always leads to a node
    if (!node || node.question.is_end) break;
    const { id, question } = node;
    const value = Object.hasOwn(answers, id) ? answers[id] : undefined;
    let visit = keptVisit(before.get(id), value);
    if (!visit && value === undefined && canRunOut(question)) passed ??= yield* passedOver(graph, old);
    if (!visit && value === undefined && passed?.has(id)) {
      currentNodeId = graph.next(id, viewOf(graph, visits, walk, total));
      yield;
      continue;
    }
    if (!visit) {
      if (!correction.isCompleted && isMissing(question, value)) break;
      const reply = check(graph, walk, visits.length, node, value, context);
      if (reply.kind === "problem")
        return {
          kind: "invalid",
          problems: [{ node_id: id, at: reply.at, message: reply.message, reason: reply.reason }],
        };
      visit = sameVisit(before.get(id), reply) ?? visitOf(node, reply.kind === "answer" ? reply.answer : null);
    }
    visits.push(visit);
    total += visit.score_awarded ?? 0;
    currentNodeId = graph.next(id, viewOf(graph, visits, walk, total));
    yield;
  }

  const after = new Map(visits.map((visit) => [visit.node_id, visit]));
  const left = Object.keys(answers).filter((id) => !after.has(id) && !isEmpty(answers[id]));
  if (left.length > 0) {
    const full = yield* passedOver(graph, { ...walk, current_node_id: currentNodeId });
    return { kind: "invalid", problems: left.map((id) => problemLeft(id, full)) };
  }
  const changes = changesBetween(before, after);
  if (changes.length === 0) return { kind: "unchanged" };
  return { kind: "corrected", visits, current_node_id: currentNodeId, total_score: total, changes };
}

/** Returns the old visit if the correction doesn't touch its answer, or gives the same one again. */
function keptVisit(visit: Visit | undefined, value: Json | undefined): Visit | undefined {
  if (!visit || value === undefined) return visit;
  const isSame = visit.answer === null ? isEmpty(value) : sameJson(value, visit.answer);
  return isSame ? visit : undefined;
}

/** Returns the old visit if the checked answer is the old one: `check` can normalize a value. */
const sameVisit = (visit: Visit | undefined, reply: Reply): Visit | undefined =>
  visit && reply.kind === "answer" && sameJson(reply.answer, visit.answer) ? visit : undefined;

const isMissing = (question: CompiledQuestion, value: Json | undefined): boolean =>
  question.is_required && !question.is_screen && isEmpty(value);

/** Returns the questions that a walk passed over only because all their options were full (wants §22). */
function* passedOver(graph: CompiledGraph, walk: Walk): Generator<void, ReadonlySet<string>> {
  const { full: _, ...withPlaces } = walk;
  const passed = new Set<string>();
  const visits: Visit[] = [];
  let total = 0;
  let reached = graph.first(viewOf(graph, visits, withPlaces, total));
  for (const { node_id, ...visit } of [...walk.visits, { node_id: walk.current_node_id }]) {
    for (let node = graph.nodes.get(reached); reached !== node_id && node; node = graph.nodes.get(reached)) {
      if (!canRunOut(node.question)) break;
      passed.add(reached);
      reached = graph.next(reached, viewOf(graph, visits, withPlaces, total));
    }
    if (!("answer" in visit)) break;
    visits.push({ node_id, ...visit });
    total += visit.score_awarded ?? 0;
    reached = graph.next(node_id, viewOf(graph, visits, withPlaces, total));
    yield;
  }
  return passed;
}

/** An answer to a node that the new path leaves out, perhaps because no place is left. */
const problemLeft = (id: string, full: ReadonlySet<string>): Problem =>
  full.has(id)
    ? { node_id: id, message: noPlaces.message, reason: noPlaces.reason }
    : { node_id: id, message: offPath };

function changesBetween(before: ReadonlyMap<string, Visit>, after: ReadonlyMap<string, Visit>): Change[] {
  const left = [...before.keys()].filter((id) => !after.has(id));
  return [...after.keys(), ...left].flatMap((id) => {
    const change = { node_id: id, before: before.get(id)?.answer ?? null, after: after.get(id)?.answer ?? null };
    return sameJson(change.before, change.after) ? [] : [change];
  });
}

const invalid = (nodeIds: readonly string[], message: string): Corrected => ({
  kind: "invalid",
  problems: nodeIds.map((id) => ({ node_id: id, message })),
});
