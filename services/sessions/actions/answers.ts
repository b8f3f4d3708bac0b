import type { Action, Params, Result } from "../../../shared/bus/calls.ts";
import { isLate, type Timed, tooLate } from "../../../shared/platform/deadlines/deadline.ts";
import { attemptLimit, contended, readSession, warmSession } from "../respondents.ts";
import type { SessionsService } from "../service.ts";
import { answersWriteOf, writeAnswers } from "../store/answers.ts";
import { writeAnswersOne } from "../store/oneSession.ts";
import type { SessionState } from "../store/sessions.ts";
import type { CompiledVersion } from "../versions.ts";
import { isTooLarge, type SessionStep, stateAfter, stepOf } from "../walk.ts";
import { issuedTo, refusal, replyOf } from "./next.ts";

/**
 * Takes several steps as one (features §11.3): as many `next` in their order, all or none. Idempotent: a repeat gets its first
 * reply and writes nothing.
 */
export const answers: Action<"sessions.answers", SessionsService> = {
  params: { session_id: "uuid", body: "object" },
  handler(ctx) {
    return takeAnswers(this, ctx.params, ctx);
  },
};

async function takeAnswers(
  { respondents, database }: SessionsService,
  { session_id: sessionId, body }: Params<"sessions.answers">,
  call: Timed,
): Promise<Result<"sessions.answers">> {
  let state = warmSession(respondents, sessionId);
  for (let attempt = 0; attempt < attemptLimit; attempt += 1) {
    if (isLate(call.locals.deadline)) throw tooLate();
    const isWarm = state !== undefined;
    const from = state ?? (await readSession(respondents, sessionId));
    const version = await respondents.versions.get(from.version_id);
    const issued = await Promise.all(body.answers.map((answer) => issuedTo(database.pool, version, sessionId, answer)));
    const taken = await respondents.slices.run(() => stepsOf(version, from, body, issued, new Date()));
    // only a guarded write relies on a cached session
    if (taken.refused && !isWarm) throw taken.refused;
    if (taken.reply && taken.state === from && !isWarm) return taken.reply;
    if (taken.reply && taken.state !== from) {
      const write = database.isDistributed ? writeAnswersOne : writeAnswers;
      const written = await write(database.pool, answersWriteOf(from, taken.state), call);
      if (written) {
        respondents.warm.set(sessionId, { ...taken.state, revision: from.revision + 1 });
        return taken.reply;
      }
    }
    respondents.warm.delete(sessionId);
    state = undefined;
  }
  throw contended();
}

/** State and last reply after all steps, or why one was refused. `state` is `from` if all of them were repeats. */
interface Taken {
  state: SessionState;
  reply: Result<"sessions.answers"> | null;
  refused: Error | null;
}

function stepsOf(
  version: CompiledVersion,
  from: SessionState,
  { answers, back = false }: Params<"sessions.answers">["body"],
  issued: readonly ReadonlySet<string>[],
  now: Date,
): Taken {
  let state = from;
  let reply: Taken["reply"] = null;
  for (const [index, answer] of answers.entries()) {
    const step: SessionStep = stepOf(version, state, { ...answer, back }, issued[index] ?? new Set(), now, true);
    const isAccepted = step.kind === "repeat" || (step.kind === "moved" && !isTooLarge(step.write));
    if (!isAccepted) {
      // nothing was applied, so the session is still at its current node
      const fault = step.kind === "conflict" ? { ...step, current_node_id: from.current_node_id } : step;
      return { state: from, reply: null, refused: refusal(version, state, answer.node_id, fault, index) };
    }
    if (step.kind === "moved") state = stateAfter(state, step.write);
    reply = replyOf(step);
  }
  return { state, reply, refused: null };
}
