import type pg from "pg";
import { conflict, invalid, unavailable } from "../../../shared/errors.ts";
import type { Action, Params, Result } from "../../../shared/moleculer.ts";
import { batched } from "../batched.ts";
import { isLate, tooLate } from "../deadline.ts";
import { attemptLimit, type Respondents, readSession } from "../respondents.ts";
import type { SessionsService } from "../service.ts";
import { issuedFiles } from "../store/files.ts";
import type { SessionState } from "../store/load.ts";
import type { StepWrite } from "../store/step.ts";
import type { CompiledVersion } from "../versions.ts";
import { isTooLarge, type SessionStep, stateAfter, stepOf, takesFiles } from "../walk.ts";

/**
 * One step (spec POST next, decisions §5). Safe to send again: a repeat gets the reply it gave first. With a warm session
 * it is one statement; with a cold one a read comes before.
 */
export const next: Action<"sessions.next", SessionsService> = {
  bulkhead: batched,
  params: { session_id: "uuid", body: "object" },
  handler(ctx) {
    return takeNext(this, ctx.params, ctx.meta.deadline);
  },
};

async function takeNext(
  { respondents, database }: SessionsService,
  { session_id, body }: Params<"sessions.next">,
  deadline: number | undefined,
): Promise<Result<"sessions.next">> {
  let state = respondents.warm.get(session_id);
  for (let attempt = 0; attempt < attemptLimit; attempt += 1) {
    if (isLate(deadline)) throw tooLate();
    const isWarm = state !== undefined;
    state ??= await readSession(respondents, session_id);
    const version = await respondents.versions.get(state.version_id);
    const issued = await issuedTo(database.pool, version, session_id, body);
    const step = stepOf(version, state, body, issued, new Date());
    if (step.kind === "moved" && !isTooLarge(step.write)) {
      if (await move(respondents, state, step.write, deadline)) return replyOf(step);
    } else if (!isWarm) {
      if (step.kind === "repeat") return replyOf(step);
      throw refusal(step);
    }
    respondents.warm.delete(session_id);
    state = undefined;
  }
  throw unavailable("This session is being answered from elsewhere.", 1);
}

const noFiles: ReadonlySet<string> = new Set();

/** Only an answer of files is held against what was uploaded: other steps read nothing more. */
async function issuedTo(
  pool: pg.Pool,
  version: CompiledVersion,
  session_id: string,
  { node_id, value }: Params<"sessions.next">["body"],
): Promise<ReadonlySet<string>> {
  const question = version.compiled.nodes.get(node_id)?.question;
  const namesFiles = question && takesFiles(question) && Array.isArray(value) && value.length > 0;
  return namesFiles ? issuedFiles(pool, session_id, node_id) : noFiles;
}

/** True when the session has moved on, false when another step came first. */
async function move(
  respondents: Respondents,
  state: SessionState,
  write: StepWrite,
  deadline: number | undefined,
): Promise<boolean> {
  const moved = await respondents.batches.step({ ...write, deadline });
  if (moved === "late") throw tooLate();
  if (moved) respondents.warm.set(state.id, stateAfter(state, write));
  return moved;
}

const replyOf = (step: Result<"sessions.next">): Result<"sessions.next"> => ({
  next_node_id: step.next_node_id,
  is_complete: step.is_complete,
  traversal_path: step.traversal_path,
});

/** A move is refused only because its answer would make the session too large. */
function refusal(step: Exclude<SessionStep, { kind: "repeat" }>): Error {
  if (step.kind === "moved") return invalid(["value: the answers of this session are over 256 KiB together"]);
  if (step.kind === "invalid") return invalid([`value: ${step.message}`]);
  return conflict("This node is not the one that waits for an answer.", { current_node_id: step.current_node_id });
}
