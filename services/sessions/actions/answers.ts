import type { Action, Params, Result } from "../../../shared/bus/calls.ts";
import { isLate, type Timed, tooLate } from "../../../shared/platform/deadlines/deadline.ts";
import { timeAfter } from "../clock.ts";
import { completionOf } from "../completion.ts";
import { type Tries, triesFor } from "../exact.ts";
import { languageAfter, versionFor } from "../languages.ts";
import { attemptLimit, contended, readSession, warmSession } from "../respondents.ts";
import type { SessionsService } from "../service.ts";
import { moveBetween, writeAnswers } from "../store/answers.ts";
import type { SessionState } from "../store/sessions.ts";
import type { CompiledVersion } from "../versions.ts";
import { type SessionStep, stateAfter, stepOf } from "../walk.ts";
import { announceCompletion, completedOf, completeSession } from "./complete.ts";
import { issuedTo, refusal, replyOf } from "./next.ts";

/**
 * Takes several steps as one (features §11.3): as many `next` in their order, all or none. With `complete`, steps that lead to an
 * end screen complete the session in the same commit. If the form's response_limit is reached, or another session has one of the
 * answers (exact.ts), they are taken alone, and sessions.complete gives the reason. Idempotent: a repeat gets its first reply and writes nothing.
 */
export const answers: Action<"sessions.answers", SessionsService> = {
  params: {
    session_id: "uuid",
    body: "object",
    query: { type: "object", optional: true },
    key: { type: "string", nullable: true, optional: true },
  },
  handler(ctx) {
    return takeAnswers(this, ctx.params, ctx);
  },
};

async function takeAnswers(
  service: SessionsService,
  { session_id: sessionId, body, query = {}, key = null }: Params<"sessions.answers">,
  call: Timed,
): Promise<Result<"sessions.answers">> {
  const { respondents, database } = service;
  let state = warmSession(respondents, sessionId);
  for (let attempt = 0; attempt < attemptLimit; attempt += 1) {
    if (isLate(call.locals.deadline)) throw tooLate();
    const isWarm = state !== undefined;
    const from = state ?? (await readSession(respondents, sessionId));
    const version = await respondents.versions.get(from.version_id);
    const language = await languageAfter(database.pool, from, version, body.language);
    const issued = await Promise.all(body.answers.map((answer) => issuedTo(database.pool, version, sessionId, answer)));
    const tries = await triesFor(service, version, from, body.answers);
    // a cached session is read again before it is refused
    const held = { ...from, language };
    const spoken = isWarm ? version : await versionFor(respondents.versions, version, held, body.answers);
    const taken = await respondents.slices.finish(taking(spoken, from, body, { issued, key, tries }, call));
    // only a guarded write relies on a cached session
    if (taken.refused && !isWarm) throw taken.refused;
    const completes = query.complete === true && taken.reply?.is_complete === true;
    if (taken.reply && taken.state === from && !isWarm)
      return completes ? { ...taken.reply, ...(await completing(service, from, call, body.language)) } : taken.reply;
    if (taken.reply && taken.state !== from) {
      const written = await writeSteps(service, from, { ...taken.state, language }, completes, call);
      if (written) return { ...taken.reply, ...written };
    }
    respondents.warm.delete(sessionId);
    state = undefined;
  }
  throw contended();
}

type Completion = Pick<Result<"sessions.answers">, "completed">;

/** Completes a session whose steps were taken before. */
async function completing(
  service: SessionsService,
  state: SessionState,
  { locals }: Timed,
  language: string | undefined,
): Promise<Completion> {
  const { completed } = await completeSession(service, state.id, locals.deadline, language);
  return completed ? { completed } : {};
}

/** Returns null if the session moved in between. */
async function writeSteps(
  service: SessionsService,
  from: SessionState,
  taken: SessionState,
  completes: boolean,
  call: Timed,
): Promise<Completion | null> {
  const { respondents, database } = service;
  const after = { ...taken, revision: from.revision + 1 };
  const completion = completes ? await completionOf(respondents, after, after.last_activity_at) : null;
  const move = moveBetween(from, taken);
  const outcome = completion
    ? await respondents.turns.run(from.form_id, call.locals.deadline, (onLocked) =>
        writeAnswers(database.pool, move, completion.write, call, onLocked),
      )
    : await writeAnswers(database.pool, move, null, call);
  if (outcome === "moved") return null;
  if (!completion || outcome === "written" || outcome === "full" || typeof outcome === "object") {
    respondents.warm.set(from.id, after);
    return {};
  }
  respondents.warm.delete(from.id);
  announceCompletion(service, completion.completed, outcome);
  return { completed: await completedOf(service, completion.completed) };
}

/** State and last reply after all steps, or why one was refused. `state` is `from` if all of them were repeats. */
interface Taken {
  state: SessionState;
  reply: Result<"sessions.next"> | null;
  refused: Error | null;
}

interface Given {
  /** per answer, URLs of its files */
  issued: readonly ReadonlySet<string>[];
  key: string | null;
  tries: Tries | null;
}

/** Takes the steps in parts of one, each of which can take a whole time slice. Throws 503 at the call's deadline. */
function* taking(
  version: CompiledVersion,
  from: SessionState,
  { answers, back = false }: Params<"sessions.answers">["body"],
  { issued, key, tries }: Given,
  { locals }: Timed,
): Generator<void, Taken> {
  const now = timeAfter(from);
  let state = from;
  let reply: Taken["reply"] = null;
  for (const [index, answer] of answers.entries()) {
    const step: SessionStep = stepOf(
      version,
      state,
      { ...answer, back },
      { issued: issued[index] ?? new Set(), key, tries, now, isOnPage: true },
    );
    const isAccepted = step.kind === "repeat" || (step.kind === "moved" && !step.write.isTooLarge);
    if (!isAccepted) {
      // nothing was applied, so the session is still at its current node
      const fault = step.kind === "conflict" ? { ...step, current_node_id: from.current_node_id } : step;
      return { state: from, reply: null, refused: refusal(version, state, answer.node_id, fault, index) };
    }
    if (step.kind === "moved") state = stateAfter(state, step.write);
    reply = replyOf(step);
    yield;
    if (isLate(locals.deadline)) throw tooLate();
  }
  return { state, reply, refused: null };
}
