import type { Action, Params, Result } from "../../../shared/bus/calls.ts";
import { utcDay } from "../../../shared/domain/dates.ts";
import { type Change, type Corrected, correct as correctWalk } from "../../../shared/domain/graph/correct.ts";
import { sessionBytesLimit } from "../../../shared/domain/limits.ts";
import { refusalError } from "../../../shared/domain/questions/refusalError.ts";
import type { Queryable } from "../../../shared/platform/database/connection.ts";
import { isLate, type Timed, tooLate } from "../../../shared/platform/deadlines/deadline.ts";
import { conflict, invalid, isProblem, notFound } from "../../../shared/platform/errors.ts";
import { faultPoint } from "../../../shared/platform/faultPoint.ts";
import { newUuid } from "../../../shared/platform/ids.ts";
import { auditResponse } from "../audit.ts";
import { timeAfter } from "../clock.ts";
import { resultsOf } from "../completion.ts";
import { claimsOf, refusedClaim, triesFor } from "../exact.ts";
import { attemptLimit, contended, readAnySession } from "../respondents.ts";
import type { SessionsService } from "../service.ts";
import { hasErasedAnswers } from "../store/eraseAnswers.ts";
import { bytesOfRevisions, newestRevision, writeCorrection } from "../store/revisions.ts";
import type { SessionState, StoredVisit } from "../store/sessions.ts";
import type { CompiledVersion } from "../versions.ts";
import { bytesOfVisits, walkOf } from "../walk.ts";
import { issuedTo } from "./next.ts";

/** Maximum revision of a session's answers (features §18.1). */
const revisionLimit = 100;
/** Maximum bytes of a session's revisions together, as JSON (wants, Corrections). */
const revisionBytesLimit = 16 * 2 ** 20;

type Move = Extract<Corrected, { kind: "corrected" }>;

/** Corrects the answers of a completed or abandoned session (features §18.1), whole or not at all. */
export const correct: Action<"sessions.correct", SessionsService> = {
  params: {
    form_id: "uuid",
    session_id: "uuid",
    body: "object",
    editor: "object",
    by: { type: "object", optional: true },
  },
  async handler(ctx) {
    const { revision, edited_at } = await takeCorrection(this, ctx.params, ctx, (client) =>
      auditResponse(client, "response.corrected", ctx.params, ctx.meta.origin),
    );
    this.announceEvents();
    return { revision, edited_at };
  },
};

/** Returns the newest revision, and the session as it is after it. */
export async function takeCorrection(
  { respondents, database }: SessionsService,
  { form_id: formId, session_id: sessionId, body, editor }: Omit<Params<"sessions.correct">, "by">,
  call: Timed,
  note: Parameters<typeof writeCorrection>[3],
): Promise<Result<"sessions.correct"> & { state: SessionState }> {
  for (let attempt = 0; attempt < attemptLimit; attempt += 1) {
    if (isLate(call.locals.deadline)) throw tooLate();
    const state = await readAnySession(respondents, sessionId).catch(asForOwners);
    const newest = await newestRevision(database.pool, formId, sessionId);
    if (!newest) throw notFound("session");
    if (state.status === "in_progress") throw conflict("This session is in progress. Correct it after its end.");
    if (await hasErasedAnswers(database.pool, sessionId))
      throw conflict("Personal answers of this response were deleted, so its other answers can't be changed.");
    if (body.revision !== undefined && body.revision !== newest.revision) throw outdated(newest.revision);
    const version = await respondents.versions.get(state.version_id);
    const now = timeAfter(state);
    const move = await walkedAgain({ respondents, database }, state, version, { answers: body.answers, now });
    if (move.kind === "unchanged")
      return { revision: newest.revision, edited_at: newest.edited_at?.toISOString() ?? null, state };
    if (newest.revision >= revisionLimit) throw conflict(`A response has at most ${revisionLimit} revisions.`);
    await checkRevisionBytes(database.pool, sessionId, move.changes);
    const after = stateAfterCorrection(version, state, move, now);
    if (after.answers_bytes > sessionBytesLimit)
      throw invalid(["answers: must keep the session's answers within 256 KiB in total"]);
    const answersRevision = newest.revision + 1;
    const results = await resultsOf(respondents, { ...after, answers_revision: answersRevision, edited_at: now });
    const seq = after.visits.findIndex((visit, at) => visit !== state.visits[at]);
    const first = seq < 0 ? after.visits.length : seq;
    const outcome = await writeCorrection(
      database.pool,
      {
        sessionId,
        formId: state.form_id,
        revision: state.revision,
        status: state.status,
        answersRevision,
        now,
        editor,
        reason: body.reason ?? null,
        changes: move.changes,
        after: { ...after, shown_results: results.shownResults },
        session: results.session,
        seq: first,
        visits: after.visits.slice(first),
        // imported responses take no places and hold no unique answers (wants §25)
        claims: (rules) =>
          state.import_id !== null ? [] : claimsOf(version.compiled, state.form_id, after.visits, rules),
      },
      call,
      note,
    );
    if (outcome === true) faultPoint("correction-stored");
    respondents.warm.delete(sessionId);
    if (typeof outcome === "object") throw refusedClaim(outcome);
    if (outcome) return { revision: answersRevision, edited_at: now.toISOString(), state: after };
  }
  throw contended();
}

/** Throws 409 if a session's revisions with these changes are too large together. */
async function checkRevisionBytes(pool: Queryable, sessionId: string, changes: readonly Change[]): Promise<void> {
  const bytes = (await bytesOfRevisions(pool, sessionId)) + Buffer.byteLength(JSON.stringify(changes));
  if (bytes > revisionBytesLimit)
    throw conflict(`The revisions of a response have at most ${revisionBytesLimit / 2 ** 20} MiB together.`);
}

/** Walks a session again with corrected answers. Throws 400 or 409 if one is refused. */
async function walkedAgain(
  service: Pick<SessionsService, "respondents" | "database">,
  state: SessionState,
  version: CompiledVersion,
  { answers, now }: { answers: Params<"sessions.correct">["body"]["answers"]; now: Date },
): Promise<Exclude<Corrected, { kind: "invalid" }>> {
  const isCompleted = state.status === "completed";
  const issued = await issuedFor(service.database.pool, state.id, version, answers);
  const given = Object.entries(answers).map(([nodeId, value]) => ({ node_id: nodeId, value }));
  const tries = isCompleted && state.import_id === null ? await triesFor(service, version, state, given) : null;
  const parts = correctWalk(
    version.compiled,
    { ...walkOf(state), ...(tries && { full: tries.full }) },
    { answers, isCompleted },
    { today: utcDay(state.completed_at ?? now), isIssuedFile: (nodeUrl) => issued.has(nodeUrl) },
  );
  const move = await service.respondents.slices.finish(parts);
  if (move.kind !== "invalid") return move;
  const full = move.problems.find(({ reason }) => reason === "option_full");
  // unique answers first, as at a completion
  const taken = full && given.find(({ node_id, value }) => tries?.isTaken(node_id, value));
  if (taken) throw refusedClaim({ code: "not_unique", node_id: taken.node_id });
  if (full) throw refusedClaim({ code: "option_full", node_id: full.node_id });
  throw invalid(move.problems.map((problem) => refusalError(`answers.${problem.node_id}`, problem)));
}

/** Reads the URLs of files uploaded to the corrected nodes. */
async function issuedFor(
  pool: Parameters<typeof issuedTo>[0],
  sessionId: string,
  version: CompiledVersion,
  answers: Params<"sessions.correct">["body"]["answers"],
): Promise<ReadonlySet<string>> {
  const each = Object.entries(answers).map(([nodeId, value]) =>
    issuedTo(pool, version, sessionId, { node_id: nodeId, value }),
  );
  return new Set((await Promise.all(each)).flatMap((urls) => [...urls]));
}

/** Returns the session with the corrected walk. Visits that stay as they are stay the same objects. */
function stateAfterCorrection(version: CompiledVersion, state: SessionState, move: Move, now: Date): SessionState {
  const old = new Map(state.visits.map((visit) => [visit.node_id, visit]));
  const changed = new Set(move.changes.map(({ node_id }) => node_id));
  const visits = move.visits.map((visit): StoredVisit => {
    const before = old.get(visit.node_id);
    if (before && !changed.has(visit.node_id)) return before;
    return {
      ...visit,
      shown_at: before?.shown_at ?? now,
      answered_at: now,
      answer_id: visit.answer === null ? null : (before?.answer_id ?? newUuid()),
      question_type: version.compiled.nodes.get(visit.node_id)?.question.type ?? "",
      // where several devices answered, none learns an answer that it didn't give
      given_by: state.begun_by === null ? null : editedBy,
    };
  });
  const isSameNode = move.current_node_id === state.current_node_id;
  return {
    ...state,
    visits,
    current_node_id: move.current_node_id,
    current_shown_at: isSameNode ? state.current_shown_at : now,
    total_score: move.total_score,
    answers_count: visits.filter(({ answer_id }) => answer_id !== null).length,
    answers_bytes: Buffer.byteLength(JSON.stringify(state.hidden)) + bytesOfVisits(visits),
  };
}

/** Instead of the hash of a device's key, which it never equals. */
const editedBy = "edited";

/** The text of a deleted session is for respondents. */
function asForOwners(error: unknown): never {
  throw isProblem(error, "NOT_FOUND") ? notFound("session") : error;
}

const outdated = (revision: number) => conflict("This response was corrected in between. Load it again.", { revision });
