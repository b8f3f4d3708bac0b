import type pg from "pg";
import type { Action, Params, Result } from "../../../shared/bus/calls.ts";
import { refusalError } from "../../../shared/domain/questions/refusalError.ts";
import { isLate, tooLate } from "../../../shared/platform/deadlines/deadline.ts";
import { conflict, invalid } from "../../../shared/platform/errors.ts";
import { timeAfter } from "../clock.ts";
import { hasKey } from "../devices.ts";
import { triesFor } from "../exact.ts";
import { languageAfter, versionFor } from "../languages.ts";
import { attemptLimit, contended, type Respondents, readSession, warmSession } from "../respondents.ts";
import type { SessionsService } from "../service.ts";
import { batched } from "../store/batches.ts";
import { issuedFiles } from "../store/files.ts";
import type { SessionState } from "../store/sessions.ts";
import type { StepWrite } from "../store/step.ts";
import type { CompiledVersion } from "../versions.ts";
import { type SessionStep, stateAfter, stepOf, takesFiles } from "../walk.ts";

/**
 * Takes one step (spec POST next, decisions §5). Idempotent: a repeat gets its first reply. A cached session needs one
 * statement, others a read before it.
 */
export const next: Action<"sessions.next", SessionsService> = {
  bulkhead: batched,
  params: { session_id: "uuid", body: "object", key: { type: "string", nullable: true, optional: true } },
  handler(ctx) {
    return takeNext(this, ctx.params, ctx.locals.deadline);
  },
};

async function takeNext(
  { respondents, database }: SessionsService,
  { session_id: sessionId, body, key = null }: Params<"sessions.next">,
  deadline: number | undefined,
): Promise<Result<"sessions.next">> {
  let state = warmSession(respondents, sessionId);
  for (let attempt = 0; attempt < attemptLimit; attempt += 1) {
    if (isLate(deadline)) throw tooLate();
    const isWarm = state !== undefined;
    state ??= await readSession(respondents, sessionId);
    const version = await respondents.versions.get(state.version_id);
    const issued = await issuedTo(database.pool, version, sessionId, body);
    const tries = await triesFor({ respondents, database }, version, state, [body]);
    const held = { ...state, language: await languageAfter(database.pool, state, version, body.language) };
    // a cached session is read again before it is refused
    const spoken = isWarm ? version : await versionFor(respondents.versions, version, held, [body]);
    const step = await respondents.slices.run(() =>
      stepOf(spoken, held, body, { issued, key, tries, now: timeAfter(held) }),
    );
    if (step.kind === "moved" && !step.write.isTooLarge) {
      if (await move(respondents, state, step.write, deadline)) return replyOf(step);
    } else if (!isWarm) {
      if (step.kind === "repeat") return replyOf(step);
      throw refusal(version, state, body.node_id, step);
    }
    respondents.warm.delete(sessionId);
    state = undefined;
  }
  throw contended();
}

const noFiles: ReadonlySet<string> = new Set();

/** Reads the session's uploads only for an answer with files. */
export async function issuedTo(
  pool: pg.Pool,
  version: CompiledVersion,
  sessionId: string,
  { node_id, value }: Pick<Params<"sessions.next">["body"], "node_id" | "value">,
): Promise<ReadonlySet<string>> {
  const question = version.compiled.nodes.get(node_id)?.question;
  const namesFiles = question && takesFiles(question) && Array.isArray(value) && value.length > 0;
  return namesFiles ? issuedFiles(pool, sessionId, node_id) : noFiles;
}

/** Returns whether the session moved. False if another step was first. */
async function move(
  respondents: Respondents,
  state: SessionState,
  write: StepWrite,
  deadline: number | undefined,
): Promise<boolean> {
  const outcome = await respondents.batches.step({ ...write, deadline });
  if (outcome === "late") throw tooLate();
  if (outcome) respondents.warm.set(state.id, stateAfter(state, write));
  return outcome;
}

export const replyOf = (step: Result<"sessions.next">): Result<"sessions.next"> => ({
  next_node_id: step.next_node_id,
  is_complete: step.is_complete,
  traversal_path: step.traversal_path,
});

/**
 * Returns the error of a step. A move is refused only if its answer makes the session too large. `index` is that of the
 * answer in a request with several.
 */
export function refusal(
  version: CompiledVersion,
  state: SessionState,
  nodeId: string,
  step: Exclude<SessionStep, { kind: "repeat" }>,
  index?: number,
): Error {
  const field = index === undefined ? "value" : `answers.${index}.value`;
  if (step.kind === "moved") return invalid([`${field}: must keep the session's answers within 256 KiB in total`]);
  if (step.kind === "invalid") {
    const { rule, reason } = step;
    const code = reason === "not_unique" || reason === "option_full" ? reason : undefined;
    return invalid([refusalError(field, step)], undefined, {
      ...(rule !== undefined && { rule }),
      ...(code && { code }),
    });
  }
  return conflict(conflictOf(version, state, nodeId), {
    current_node_id: step.current_node_id,
    ...(index !== undefined && { index }),
  });
}

/** Returns the reason of a 409 and the next action (decisions §5). */
function conflictOf({ compiled }: CompiledVersion, state: SessionState, nodeId: string): string {
  if (state.status === "completed") return "This session is completed. Start a new session to answer again.";
  if (state.visits.some((visit) => visit.node_id === nodeId)) {
    return hasKey(state)
      ? "This node already has an answer, different or of another `Resume-Key`. Send `back: true` to answer it again."
      : "This node already has a different answer. Send `back: true` to change it.";
  }
  if (compiled.nodes.get(state.current_node_id)?.question.is_end) {
    return "This session is at an end screen. Call complete.";
  }
  return "This session is at another node. Answer `current_node_id`.";
}
