import { conflict, unavailable } from "../../../shared/errors.ts";
import { newUuid } from "../../../shared/ids.ts";
import { killAt } from "../../../shared/kill-point.ts";
import type { Action, Result } from "../../../shared/moleculer.ts";
import { sessionDetail } from "../../../shared/session-detail.ts";
import { batched } from "../batched.ts";
import { isLate, tooLate } from "../deadline.ts";
import { attemptLimit, type Respondents, readSession } from "../respondents.ts";
import type { SessionsService } from "../service.ts";
import type { CompleteOutcome } from "../store/complete.ts";
import { isFormFull } from "../store/live-forms.ts";
import type { SessionState } from "../store/load.ts";

/**
 * Completes a session at its end node, with its event (spec POST complete, decisions §5). Safe to send again: the same
 * result, and no second event.
 */
export const complete: Action<"sessions.complete", SessionsService> = {
  bulkhead: batched,
  params: { session_id: "uuid" },
  handler(ctx) {
    return completeSession(this, ctx.params.session_id, ctx.meta.deadline);
  },
};

async function completeSession(
  { respondents, database, tellOfEvents }: SessionsService,
  session_id: string,
  deadline: number | undefined,
): Promise<Result<"sessions.complete">> {
  let isWarm = respondents.warm.has(session_id);
  let state = respondents.warm.get(session_id) ?? (await readSession(respondents, session_id));
  respondents.warm.delete(session_id);
  for (let attempt = 0; attempt < attemptLimit; attempt += 1) {
    if (isLate(deadline)) throw tooLate();
    if (state.status === "completed") return resultOf(respondents, state);
    if (await isAtEnd(respondents, state)) {
      const completed: SessionState = { ...state, status: "completed", completed_at: new Date() };
      const outcome = await write(respondents, completed, deadline);
      if (outcome === "completed") {
        killAt("event-committed");
        tellOfEvents();
        return resultOf(respondents, completed);
      }
      state = await readSession(respondents, session_id);
      const isFull = outcome === "full" && state.status !== "completed";
      if (isFull && (await isFormFull(database.pool, state.form_id))) throw full(state);
    } else if (isWarm) {
      state = await readSession(respondents, session_id);
    } else {
      throw notAtEnd(state);
    }
    isWarm = false;
  }
  throw unavailable("This session is being answered from elsewhere.", 1);
}

async function isAtEnd(respondents: Respondents, state: SessionState): Promise<boolean> {
  const { compiled } = await respondents.versions.get(state.version_id);
  return compiled.nodes.get(state.current_node_id)?.question.is_end ?? false;
}

async function write(
  respondents: Respondents,
  completed: SessionState,
  deadline: number | undefined,
): Promise<CompleteOutcome> {
  const outcome = await respondents.batches.complete({
    session_id: completed.id,
    revision: completed.revision,
    form_id: completed.form_id,
    now: completed.completed_at ?? new Date(),
    event_id: newUuid(),
    session: sessionDetail(completed, completed.visits),
    deadline,
  });
  if (outcome === "late") throw tooLate();
  return outcome;
}

async function resultOf(respondents: Respondents, state: SessionState): Promise<Result<"sessions.complete">> {
  const { compiled } = await respondents.versions.get(state.version_id);
  const showsScore = compiled.nodes.get(state.current_node_id)?.question.config.show_score === true;
  return {
    id: state.id,
    status: state.status,
    completed_at: (state.completed_at ?? new Date()).toISOString(),
    end_node_id: state.current_node_id,
    total_score: showsScore ? state.total_score : null,
  };
}

const notAtEnd = ({ current_node_id }: SessionState) =>
  conflict("This session is not at an end node yet.", { current_node_id });

const full = ({ current_node_id }: SessionState) =>
  conflict("This form has reached its response limit.", { current_node_id });
