import type {
  AnswersTaken,
  Completed,
  PublicForm,
  Resumed,
  Started,
} from "../../../../shared/domain/shapes/sessions.ts";
import type { Refused, Reply } from "./api.ts";
import { apart, checked, confirmed, doubted, type Outcome, refusedValue, replayed } from "./divergence.ts";
import { type Kept, keptWalk } from "./kept.ts";
import type { Walker } from "./predict.ts";
import { type AnswersEntry, answersIn, type Entry, pathOf } from "./queue.ts";
import { type Attempt, keeping, type Moment, type Situation, walking, withForm, withPageForm } from "./situation.ts";
import type { Screen } from "./state.ts";
import { isEnd, nodeOf } from "./steps.ts";
import { opening } from "./tabs.ts";

/** Reactions to the service's replies. Loaded after the first question. */

/** Maximum sessions in a row that the service doesn't know. Another one would fail too. */
const forgottenLimit = 2;

/** Handles a reply to an accepted or refused request. */
export function settled(situation: Situation, of: Attempt["of"], reply: Reply, moment: Moment): Situation {
  const { kept } = situation;
  // answers of a deleted session are neither kept nor sent again
  if (reply.kind === "refused" && reply.isDeleted) return refusing({ ...situation, kept: null }, "deleted");
  if (typeof of === "string") {
    const form = reply.kind === "ok" ? (reply.data as PublicForm) : null;
    const fetched = { ...situation, wants: null };
    return of === "page form" ? withNewest(fetched, form, moment) : withSessionForm(fetched, form, moment);
  }
  if (!kept) return situation;
  if (reply.kind === "ok") return accepted(situation, kept, of, reply.data, moment);
  if (of.kind === "start") return startRefused(situation, reply);
  // an older copy may not know this request
  if (reply.status === 404 && of.kind === "answers" && of.complete) return unmerged(situation, kept, of, moment.at);
  return reply.status === 404 ? startingOver(situation, moment) : entryRefused(situation, kept, of, reply, moment.at);
}

function withNewest(situation: Situation, form: PublicForm | null, moment: Moment): Situation {
  const known = form ? withPageForm(situation, form) : situation;
  if (!known.pageForm) return refusing(known, "not_found");
  return situation.kept ? startingOver(known, moment) : opening(known, { stored: null, ...moment });
}

function withSessionForm(situation: Situation, form: PublicForm | null, moment: Moment): Situation {
  if (!form) return startingOver(situation, moment);
  const known = withForm(situation, form);
  return situation.kept?.queue[0]?.kind === "start" ? started(known, form, moment.at) : walking(known, form);
}

function accepted(situation: Situation, kept: Kept, entry: Entry, data: unknown, { at }: Moment): Situation {
  if (entry.kind === "start") {
    const { version_number: version, started_at: startedAt } = data as Started;
    const known = { ...situation, kept: { ...kept, startedOn: startedAt.slice(0, 10) } };
    const form = situation.forms[version];
    return form ? started(known, form, at) : { ...known, wants: "session form" };
  }
  const known = { ...situation, forgotten: 0 };
  if ("next" in entry) {
    const { completed, ...reply } = data as AnswersTaken;
    const next = confirming(known, confirmed(kept, entry, reply), at);
    return completed ? finished(next, completed) : next;
  }
  if (entry.kind === "check") return confirming(known, checked(kept, entry.refused, data as Resumed), at);
  return finished(known, data as Completed);
}

function finished(situation: Situation, reply: Completed): Situation {
  const { total_score: totalScore, max_score: maxScore = null, calculations } = reply;
  const completed = { totalScore, maxScore, ...(calculations && { calculations }) };
  const kept = situation.kept && { ...situation.kept, queue: [] };
  return { ...situation, completed, kept, isHeld: false, lock: "none" };
}

/** Sends the answers one by one, and then the completion. */
function unmerged(situation: Situation, kept: Kept, entry: AnswersEntry, at: number): Situation {
  const queue = [...apart(entry), ...kept.queue.slice(1), { kind: "complete" as const, at }];
  return keeping(situation, { ...kept, queue }, at);
}

/** The session has the version that was current when it started, which may not be this page's. */
function started(situation: Situation, form: PublicForm, at: number): Situation {
  const { kept } = situation;
  if (!kept) return situation;
  if (kept.version !== form.version_number) return rebuilding(situation, form, kept.session, []);
  return keeping(walking(situation, form), { ...kept, queue: kept.queue.slice(1) }, at);
}

function confirming(situation: Situation, { kept, hasConflict }: Outcome, at: number): Situation {
  const next = keeping(situation, kept, at);
  return hasConflict ? { ...next, conflictAt: pathOf(keptWalk(kept))[kept.position] ?? null } : next;
}

function entryRefused(situation: Situation, kept: Kept, entry: Entry, reply: Refused, at: number): Situation {
  const { form } = situation;
  if ("next" in entry && reply.status !== 409) {
    const { index, message } = reasonOf(reply);
    const { node_id: nodeId = "" } = answersIn(entry)[index] ?? {};
    // a rule's message is a whole sentence for the respondent
    const hasRules = form !== null && nodeOf(form, nodeId)?.data.valid_if !== undefined;
    const refusal = { message, reason: hasRules ? ("rule" as const) : ("invalid" as const) };
    return {
      ...keeping(situation, refusedValue(kept, entry, index), at),
      error: { at, refusals: { [nodeId]: refusal } },
    };
  }
  const isFull = entry.kind === "complete" && form && isEnd(form, reply.currentNodeId);
  return isFull ? refusing(situation, "over_limit", reply.detail) : keeping(situation, doubted(kept, at), at);
}

/** Returns the message after `value: ` or `answers.2.value: `, and which answer of the request it is about. */
function reasonOf({ errors, detail }: Refused): { index: number; message: string } {
  const [, index = "0", message = detail] = /^(?:answers\.(\d+)\.)?value: (.*)/s.exec(errors[0] ?? "") ?? [];
  return { index: Number(index), message };
}

function startRefused(situation: Situation, { status, detail }: Refused): Situation {
  if (status === 409) return refusing(situation, "closed", detail);
  // otherwise the form no longer declares this page's hidden fields
  return status === 404 ? refusing(situation, "not_found") : { ...situation, wants: "page form" };
}

/** Starts a new session with the same answers, because the service doesn't know this one. */
function startingOver(situation: Situation, { at, newId }: Moment): Situation {
  const { pageForm } = situation;
  if (!pageForm) return { ...situation, wants: "page form" };
  const forgotten = situation.forgotten + 1;
  if (forgotten > forgottenLimit) return refusing(situation, "not_found");
  return rebuilding({ ...situation, forgotten }, pageForm, newId, [{ kind: "start", at }]);
}

/** Answers the same questions in this form, once the engine is loaded or has failed. */
function rebuilding(situation: Situation, form: PublicForm, session: string, start: readonly Entry[]): Situation {
  const rebuilt = (then: Situation, walker: Walker | null, { at, today }: Moment): Situation => {
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
  return { ...situation, rebuild: { form, rebuilt } };
}

/** Keeps the fields that this version declares. */
function hiddenWithin(hidden: Readonly<Record<string, string>>, form: PublicForm): Record<string, string> {
  const declared = new Set(form.graph.hidden_fields);
  return Object.fromEntries(Object.entries(hidden).filter(([key]) => declared.has(key)));
}

const refusing = (situation: Situation, screen: Screen, message: string | null = null): Situation => ({
  ...situation,
  refused: { screen, message },
  wants: null,
});
