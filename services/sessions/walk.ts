import { startDay } from "../../shared/api/sessionDetail.ts";
import { utcDay } from "../../shared/domain/dates.ts";
import { type Step, type Submission, takeStep, type Walk } from "../../shared/domain/graph/traverse.ts";
import type { CompiledQuestion } from "../../shared/domain/questions/question.ts";
import { newUuid } from "../../shared/platform/ids.ts";
import { answeredElsewhere, givenBy, isOverLimit } from "./devices.ts";
import type { Tries } from "./exact.ts";
import type { SessionState, StoredVisit } from "./store/sessions.ts";
import type { StepWrite } from "./store/step.ts";
import type { CompiledVersion } from "./versions.ts";

type Move = Extract<Step, { kind: "moved" }>;

/** A step of the pure walk. A move has its write. */
export type SessionStep = Exclude<Step, Move> | (Move & { write: StepWrite });

/** A request with answers. */
export interface Asking {
  /** URLs of files uploaded to the answered node */
  issued: ReadonlySet<string>;
  /** made by the device, null if it sent none */
  key: string | null;
  now: Date;
  /** answers and places of other sessions; null if the form has no such rules (exact.ts) */
  tries?: Tries | null;
  /** the node was shown with its page */
  isOnPage?: boolean;
}

/** Applies a submission to a session by the pure walk of shared/domain/graph. Returns the step and its write. */
export function stepOf(
  version: CompiledVersion,
  state: SessionState,
  submission: Submission,
  asking: Asking,
): SessionStep {
  const { issued, key, now, tries } = asking;
  const elsewhere = answeredElsewhere(state, key);
  const walk = { ...walkOf(state), elsewhere, ...(tries && { full: tries.full }) };
  const step = takeStep(version.compiled, walk, submission, {
    today: utcDay(now),
    isIssuedFile: (url) => issued.has(url),
    ...(tries && { isTaken: tries.isTaken }),
  });
  // a completed session only accepts repeats
  const isOver = state.status === "completed" && step.kind !== "repeat";
  if (isOver) return { kind: "conflict", current_node_id: state.current_node_id };
  return step.kind === "moved" ? { ...step, write: writeOf(version, state, step, { ...asking, elsewhere }) } : step;
}

/** Returns the session as a pure walk. */
export const walkOf = (state: SessionState): Walk => ({
  visits: state.visits,
  current_node_id: state.current_node_id,
  hidden: state.hidden,
  started_on: startDay(state),
});

export const takesFiles = (question: CompiledQuestion): boolean => question.uploads !== null;

/** `elsewhere`: nodes that other devices answered. */
type Writing = Asking & { elsewhere: ReadonlySet<string> };

function writeOf(version: CompiledVersion, state: SessionState, move: Move, asking: Writing): StepWrite {
  const { now, elsewhere } = asking;
  const isBack = move.visits_kept < state.visits.length;
  const visit = visitOf(version, state, move, asking);
  const kept = state.visits.slice(0, move.visits_kept);
  const answersBytes = bytesAfter(state, kept, visit);
  const bytesElsewhere = bytesOfVisits(kept.filter(({ node_id }) => elsewhere.has(node_id)));
  return {
    sessionId: state.id,
    revision: state.revision,
    wasAbandoned: state.status === "abandoned",
    now,
    visit,
    seq: move.visits_kept,
    nextNodeId: move.next_node_id,
    nextShownAt: shownAt(state, move.next_node_id) ?? now,
    totalScore: move.total_score,
    answersCount: [...kept, visit].filter((passed) => passed.answer_id !== null).length,
    answersBytes,
    isTooLarge: isOverLimit(state, answersBytes, bytesElsewhere),
    language: state.language,
    back: isBack ? { leftNodeId: state.current_node_id, leftShownAt: state.current_shown_at } : null,
  };
}

function visitOf(
  version: CompiledVersion,
  state: SessionState,
  move: Move,
  { now, key, isOnPage }: Asking,
): StoredVisit {
  const { node_id, answer, score_awarded } = move.visit;
  const withPage = isOnPage ? shownWithPage(version, state, node_id) : undefined;
  return {
    node_id,
    shown_at: withPage ?? shownAt(state, node_id) ?? now,
    answered_at: now,
    answer_id: answer === null ? null : newUuid(),
    question_type: version.compiled.nodes.get(node_id)?.question.type ?? "",
    answer,
    score_awarded,
    given_by: givenBy(state, key),
  };
}

/** Returns when a node was first shown. Resuming and going back don't change it (decisions §5). */
function shownAt(state: SessionState, nodeId: string): Date | undefined {
  if (nodeId === state.current_node_id) return state.current_shown_at;
  const visit = state.visits.find((passed) => passed.node_id === nodeId);
  return visit?.shown_at ?? state.shown_before.get(nodeId);
}

/** Returns when the first node of the page was shown (features §11.3). Times that are stored for the node don't change. */
function shownWithPage({ pages }: CompiledVersion, state: SessionState, nodeId: string): Date | undefined {
  const page = pages.get(nodeId);
  if (!page || state.shown_before.has(nodeId)) return undefined;
  return state.visits.find((passed) => pages.get(passed.node_id) === page)?.shown_at;
}

/** Returns the bytes after a step. Only a cut needs to recount. */
function bytesAfter(state: SessionState, kept: readonly StoredVisit[], visit: StoredVisit): number {
  if (kept.length === state.visits.length) return state.answers_bytes + bytesOf(visit);
  const hidden = Buffer.byteLength(JSON.stringify(state.hidden));
  return hidden + bytesOfVisits([...kept, visit]);
}

/** Returns the bytes of JSON of the visits' answers. */
export const bytesOfVisits = (visits: readonly StoredVisit[]): number =>
  visits.reduce((sum, visit) => sum + bytesOf(visit), 0);
const bytesOf = (visit: StoredVisit): number =>
  visit.answer_id === null ? 0 : Buffer.byteLength(JSON.stringify(visit.answer));

/** Returns the session's state after the write, without reading it. */
export function stateAfter(state: SessionState, write: StepWrite): SessionState {
  return {
    ...state,
    status: "in_progress",
    revision: state.revision + 1,
    current_node_id: write.nextNodeId,
    current_shown_at: write.nextShownAt,
    total_score: write.totalScore,
    answers_count: write.answersCount,
    answers_bytes: write.answersBytes,
    language: write.language,
    last_activity_at: write.now,
    visits: [...state.visits.slice(0, write.seq), write.visit],
    shown_before: shownBefore(state, write),
  };
}

/** Returns the shown times of nodes that are cut off the path after the write. */
function shownBefore(
  { shown_before, visits }: SessionState,
  { back, seq, visit }: StepWrite,
): ReadonlyMap<string, Date> {
  if (!back && !shown_before.has(visit.node_id)) return shown_before;
  const cut = back ? visits.slice(seq + 1).map(({ node_id, shown_at }) => [node_id, shown_at] as const) : [];
  const left = back ? [[back.leftNodeId, back.leftShownAt] as const] : [];
  const shown = new Map([...shown_before, ...cut, ...left]);
  shown.delete(visit.node_id);
  return shown;
}
