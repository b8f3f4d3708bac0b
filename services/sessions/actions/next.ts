import { conflict, invalid, unavailable } from "../../../shared/errors.ts";
import type { Step } from "../../../shared/graph/traverse.ts";
import type { Action, Params, Result } from "../../../shared/moleculer.ts";
import { batched } from "../batched.ts";
import { isLate, tooLate } from "../deadline.ts";
import { attemptLimit, type Respondents, readSession } from "../respondents.ts";
import type { SessionsService } from "../sessions.service.ts";
import type { SessionState } from "../store/load.ts";
import { isTooLarge, type Move, stateAfter, stepOf, writeOf } from "../walk.ts";

/**
 * One step (spec POST next, decisions §5). Safe to send again: a repeat gets the reply it gave first. With a warm session
 * it is one statement; with a cold one a read comes before.
 */
export const next: Action<"sessions.next"> = {
  bulkhead: batched,
  params: { session_id: "uuid", body: "object" },
  handler(ctx) {
    const { respondents } = this as unknown as SessionsService;
    return takeNext(respondents, ctx.params, ctx.meta.deadline);
  },
};

async function takeNext(
  respondents: Respondents,
  { session_id, body }: Params<"sessions.next">,
  deadline: number | undefined,
): Promise<Result<"sessions.next">> {
  let state = respondents.warm.get(session_id);
  for (let attempt = 0; attempt < attemptLimit; attempt += 1) {
    if (isLate(deadline)) throw tooLate();
    const isWarm = state !== undefined;
    state ??= await readSession(respondents, session_id);
    const version = await respondents.versions.get(state.version_id);
    const now = new Date();
    const step = stepOf(version, state, body, now);
    if (step.kind === "moved") {
      if (await move(respondents, state, step, now, deadline)) return replyOf(step);
    } else if (!isWarm) {
      if (step.kind === "repeat") return replyOf(step);
      throw refusal(step);
    }
    respondents.warm.delete(session_id);
    state = undefined;
  }
  throw unavailable("This session is being answered from elsewhere.", 1);
}

/** True when the session has moved on, false when another step came first. */
async function move(
  respondents: Respondents,
  state: SessionState,
  step: Move,
  now: Date,
  deadline: number | undefined,
): Promise<boolean> {
  const version = await respondents.versions.get(state.version_id);
  const write = writeOf(version, state, step, now);
  if (isTooLarge(write)) throw invalid(["value: the answers of this session are over 256 KiB together"]);
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

type Refusal = Extract<Step, { kind: "conflict" | "invalid" }>;

const refusal = (step: Refusal): Error =>
  step.kind === "invalid"
    ? invalid([`value: ${step.message}`])
    : conflict("This node is not the one that waits for an answer.", { current_node_id: step.current_node_id });
