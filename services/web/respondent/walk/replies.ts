import type { Editable } from "../../../../shared/api/shapes/corrections.ts";
import type { AnswersTaken, Completed, PublicForm, Resumed, Started } from "../../../../shared/api/shapes/sessions.ts";
import { fieldError } from "../../../../shared/domain/fieldError.ts";
import type { Refusal } from "../../../../shared/domain/questions/question.ts";
import type { RefusalReason } from "../../../../shared/domain/reason.ts";
import type { Refused, Reply } from "./api.ts";
import { apart, checked, confirmed, doubted, type Outcome, refusedValue, replayed } from "./divergence.ts";
import { type Kept, keptWalk } from "./kept.ts";
import { isEnd } from "./nodes.ts";
import type { Walker } from "./predict.ts";
import { type AnswersEntry, answersIn, type Entry, pathOf } from "./queue.ts";
import type { Screen } from "./state.ts";
import { showing } from "./steps.ts";
import { opening } from "./tabs.ts";
import { type Attempt, keeping, type Moment, type WalkState, walking, withForm, withPageForm } from "./walkState.ts";

/** Reactions to the service's replies. Loaded after the first question. */

/** Maximum sessions in a row that the service doesn't know. Another one would fail too. */
const forgottenLimit = 2;

/** Handles a reply to an accepted or refused request. */
export function settled(walkState: WalkState, of: Attempt["of"], reply: Reply, moment: Moment): WalkState {
  const { kept } = walkState;
  // answers of a deleted session are neither kept nor sent again
  if (reply.kind === "refused" && reply.is_deleted) return refusing({ ...walkState, kept: null }, "deleted");
  if (typeof of === "string") {
    const form = reply.kind === "ok" ? (reply.data as PublicForm) : null;
    const fetched = { ...walkState, wants: null };
    return of === "page form" ? withNewest(fetched, form, moment) : withSessionForm(fetched, form, moment);
  }
  if (!kept) return walkState;
  if (reply.kind === "ok") return accepted(walkState, kept, of, reply.data, moment);
  if (of.kind === "start") return startRefused(walkState, reply);
  // an older copy may not know this request
  if (reply.status === 404 && of.kind === "answers" && of.complete) return unmerged(walkState, kept, of, moment.at);
  return reply.status === 404 ? startingOver(walkState, moment) : entryRefused(walkState, kept, of, reply, moment.at);
}

function withNewest(walkState: WalkState, form: PublicForm | null, moment: Moment): WalkState {
  const known = form ? withPageForm(walkState, form) : walkState;
  if (!known.pageForm) return refusing(known, "not_found");
  return walkState.kept ? startingOver(known, moment) : opening(known, { stored: null, ...moment });
}

function withSessionForm(walkState: WalkState, form: PublicForm | null, moment: Moment): WalkState {
  if (!form) return startingOver(walkState, moment);
  const known = withForm(walkState, form);
  return walkState.kept?.queue[0]?.kind === "start" ? started(known, form, moment.at) : walking(known, form);
}

function accepted(walkState: WalkState, kept: Kept, entry: Entry, data: unknown, { at }: Moment): WalkState {
  if (entry.kind === "start") {
    const reply = data as Started;
    const { version_number: version, started_at: startedAt } = reply;
    const known = {
      ...walkState,
      kept: { ...(walkState.link?.joined(kept, reply) ?? kept), startedOn: startedAt.slice(0, 10) },
    };
    const form = walkState.forms[version];
    return form ? started(known, form, at) : { ...known, wants: "session form" };
  }
  const known = { ...walkState, forgotten: 0 };
  if ("next" in entry) {
    const { completed, ...reply } = data as AnswersTaken;
    const next = confirming(known, confirmed(kept, entry, reply), at);
    return completed ? finished(next, completed) : next;
  }
  if (entry.kind === "edit") return completingAgain(known, kept, data as Editable, at);
  if (entry.kind === "check") return confirming(known, checked(kept, entry.refused, data as Resumed), at);
  return finished(known, data as Completed);
}

/** The changed session has another end or score, which the repeated completion answers with. */
function completingAgain(
  walkState: WalkState,
  kept: Kept,
  { answers, traversal_path: path }: Editable,
  at: number,
): WalkState {
  const visits = path.slice(0, -1).map((id) => ({ node_id: id, answer: answers[id] ?? null }));
  const { isEditing: _, ...changed } = kept;
  const base = { visits, current: path.at(-1) ?? null };
  return keeping(walkState, { ...changed, base, queue: [{ kind: "complete", at }], position: visits.length }, at);
}

function finished(walkState: WalkState, reply: Completed): WalkState {
  const { total_score: totalScore, max_score: maxScore = null, calculations } = reply;
  const completed = { totalScore, maxScore, ...(calculations && { calculations }) };
  const kept = walkState.kept && { ...walkState.kept, queue: [] };
  return { ...walkState, completed, kept, isHeld: false, lock: "none" };
}

/** Sends the answers one by one, and then the completion. */
function unmerged(walkState: WalkState, kept: Kept, entry: AnswersEntry, at: number): WalkState {
  const queue = [...apart(entry), ...kept.queue.slice(1), { kind: "complete" as const, at }];
  return keeping(walkState, { ...kept, queue }, at);
}

/** The session has the version that was current when it started, which may not be this page's. */
function started(walkState: WalkState, form: PublicForm, at: number): WalkState {
  const { kept } = walkState;
  if (!kept) return walkState;
  const { from, version, session } = kept;
  // only the service has the answers of a session that another device began
  if (!from && version !== form.version_number) return rebuilding(walkState, form, session, []);
  const own = { ...kept, version: form.version_number, form_id: form.form.id, queue: kept.queue.slice(1) };
  // asks first, because the respondent types an answer to the question before
  return keeping({ ...walking(walkState, form), isOffered: !!from }, own, at);
}

function confirming(walkState: WalkState, { kept, hasConflict }: Outcome, at: number): WalkState {
  const next = keeping(walkState, walkState.link?.bounded(kept, hasConflict) ?? kept, at);
  return hasConflict ? { ...next, conflictAt: pathOf(keptWalk(kept))[kept.position] ?? null } : next;
}

function entryRefused(walkState: WalkState, kept: Kept, entry: Entry, reply: Refused, at: number): WalkState {
  const { form } = walkState;
  const [field, message = reply.detail] = fieldError(reply.errors?.[0] ?? "");
  if (entry.kind === "edit") {
    const nodeId = reply.status === 409 ? reply.node_id : field.split(".")[1];
    return editRefused(walkState, kept, reply, { nodeId, message, at });
  }
  if ("next" in entry && reply.status !== 409) {
    const keys = field.split(".");
    const isListed = keys[0] === "answers";
    const index = isListed ? Number(keys[1] ?? 0) : 0;
    // after "value": the row and the field of a record
    const part = keys.slice(isListed ? 3 : 1);
    const { node_id: nodeId = "" } = answersIn(entry)[index] ?? {};
    const { rule, code = rule === undefined ? "invalid" : "rule" } = reply;
    const refusal: Refusal = { message, reason: code as RefusalReason, rule, ...(part[1] && { at: part }) };
    return {
      ...keeping(walkState, refusedValue(kept, entry, index), at),
      error: { at, refusals: { [nodeId]: refusal } },
    };
  }
  const { node_id: nodeId, code } = reply;
  // another response has the answer, or the last place, since it was given
  if (nodeId) {
    const refusals = { [nodeId]: { message: reply.detail, reason: code as RefusalReason } };
    return { ...keeping(walkState, showing({ ...kept, queue: [] }, nodeId), at), error: { at, refusals } };
  }
  const isFull = entry.kind === "complete" && form && isEnd(form, reply.current_node_id ?? null);
  return isFull ? refusing(walkState, "over_limit") : keeping(walkState, doubted(kept, at), at);
}

/** Shows the question that the service asks for or refuses. Without one, the answers can no longer change. */
function editRefused(
  walkState: WalkState,
  kept: Kept,
  { rule, code = rule === undefined ? "invalid" : "rule", editable_until: until }: Refused,
  { nodeId, message, at }: { nodeId: string | undefined; message: string; at: number },
): WalkState {
  if (nodeId === undefined)
    return refusing({ ...walkState, kept: null }, until === undefined ? "closed" : "late", until);
  const { isChecked: _, ...changed } = { ...kept, queue: kept.queue.filter(({ kind }) => kind !== "edit") };
  const last = changed.queue.at(-1);
  const isKnown = pathOf(keptWalk(changed)).includes(nodeId);
  // only the service knew that the changed answers lead there
  const queue =
    isKnown || !last || !("next" in last) ? changed.queue : [...changed.queue.slice(0, -1), { ...last, next: nodeId }];
  return {
    ...keeping(walkState, showing({ ...changed, queue }, nodeId), at),
    error: { at, refusals: { [nodeId]: { message, reason: code as RefusalReason, rule } } },
  };
}

function startRefused(walkState: WalkState, { status, detail, link_status, code }: Refused): WalkState {
  const { link } = walkState;
  if (link && (link_status || status === 404))
    return refusing({ ...walkState, link: { ...link, problem: link_status ?? "unknown" } }, "link");
  // 403: the form takes links alone by now. The page has its own words for a code, except for the owner's message
  if (status === 409 || status === 403)
    return refusing(walkState, "closed", code && code !== "closed_message" ? null : detail);
  // otherwise the form no longer declares this page's hidden fields
  return status === 404 ? refusing(walkState, "not_found") : { ...walkState, wants: "page form" };
}

/** Starts a new session with the same answers, because the service doesn't know this one. */
function startingOver(walkState: WalkState, { at, newId }: Moment): WalkState {
  const { pageForm } = walkState;
  if (!pageForm) return { ...walkState, wants: "page form" };
  const forgotten = walkState.forgotten + 1;
  if (forgotten > forgottenLimit) return refusing(walkState, "not_found");
  return rebuilding({ ...walkState, forgotten }, pageForm, newId, [{ kind: "start", at }]);
}

/** Answers the same questions in this form, once the engine is loaded or has failed. */
function rebuilding(walkState: WalkState, form: PublicForm, session: string, start: readonly Entry[]): WalkState {
  const rebuilt = (then: WalkState, walker: Walker | null, { at, today }: Moment): WalkState => {
    const { kept, form: formBefore } = then;
    if (!kept) return then;
    const hidden = hiddenWithin(kept.hidden, form);
    const context = { form: formBefore, to: form, walker, today, start };
    const { startedOn, ...before } = kept;
    // a new session starts on another day
    const own = start.length === 0 && startedOn !== undefined ? { startedOn } : {};
    const again = replayed({ ...before, ...own, session, hidden }, context, at);
    return keeping({ ...walking(then, form), walker, rebuild: null }, again, at);
  };
  return { ...walkState, rebuild: { form, rebuilt } };
}

/** Keeps the fields that this version declares. */
function hiddenWithin(hidden: Readonly<Record<string, string>>, form: PublicForm): Record<string, string> {
  const declared = new Set(form.graph.hidden_fields);
  return Object.fromEntries(Object.entries(hidden).filter(([key]) => declared.has(key)));
}

const refusing = (walkState: WalkState, screen: Screen, message: string | null = null): WalkState => ({
  ...walkState,
  refused: { screen, message },
  wants: null,
});
