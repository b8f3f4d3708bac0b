import type { Action, Result } from "../../../shared/bus/calls.ts";
import type { CompiledGraph, CompiledNode } from "../../../shared/domain/graph/compile.ts";
import { maxScore } from "../../../shared/domain/graph/traverse.ts";
import { sessionDetail, sessionView } from "../../../shared/domain/sessionDetail.ts";
import { isLate, tooLate } from "../../../shared/platform/deadlines/deadline.ts";
import { conflict } from "../../../shared/platform/errors.ts";
import { faultPoint } from "../../../shared/platform/faultPoint.ts";
import { newOrderedUuid } from "../../../shared/platform/ids.ts";
import { attemptLimit, contended, type Respondents, readSession, warmSession } from "../respondents.ts";
import type { SessionsService } from "../service.ts";
import { batched } from "../store/batches.ts";
import type { CompleteOutcome } from "../store/complete.ts";
import { isFormFull } from "../store/liveForms.ts";
import type { SessionState } from "../store/sessions.ts";
import { walkOf } from "../walk.ts";

/**
 * Completes a session at its end node, with its event (spec POST complete, decisions §5). Idempotent: a repeat gets the
 * same result and adds no event.
 */
export const complete: Action<"sessions.complete", SessionsService> = {
  bulkhead: batched,
  params: { session_id: "uuid" },
  handler(ctx) {
    return completeSession(this, ctx.params.session_id, ctx.locals.deadline);
  },
};

async function completeSession(
  { respondents, database, announceEvents }: SessionsService,
  sessionId: string,
  deadline: number | undefined,
): Promise<Result<"sessions.complete">> {
  let isWarm = respondents.warm.has(sessionId);
  let state = warmSession(respondents, sessionId) ?? (await readSession(respondents, sessionId));
  respondents.warm.delete(sessionId);
  for (let attempt = 0; attempt < attemptLimit; attempt += 1) {
    if (isLate(deadline)) throw tooLate();
    if (state.status === "completed") return resultOf(respondents, state);
    if (await isAtEnd(respondents, state)) {
      const completed: SessionState = { ...state, status: "completed", completed_at: new Date() };
      const outcome = await write(respondents, state.status, completed, deadline);
      if (outcome === "completed" || outcome === "unheard") {
        faultPoint("event-committed");
        if (outcome === "completed") announceEvents();
        return resultOf(respondents, completed);
      }
      state = await readSession(respondents, sessionId);
      const isFull = outcome === "full" && state.status !== "completed";
      if (isFull && (await isFormFull(database.pool, state.form_id))) throw full(state);
    } else if (isWarm) {
      state = await readSession(respondents, sessionId);
    } else {
      throw notAtEnd(state);
    }
    isWarm = false;
  }
  throw contended();
}

async function isAtEnd(respondents: Respondents, state: SessionState): Promise<boolean> {
  const { compiled } = await respondents.versions.get(state.version_id);
  return compiled.nodes.get(state.current_node_id)?.question.is_end ?? false;
}

async function write(
  respondents: Respondents,
  was: SessionState["status"],
  completed: SessionState,
  deadline: number | undefined,
): Promise<CompleteOutcome> {
  const { compiled } = await respondents.versions.get(completed.version_id);
  const outcome = await respondents.batches.complete({
    sessionId: completed.id,
    revision: completed.revision,
    formId: completed.form_id,
    was,
    now: completed.completed_at ?? new Date(),
    eventId: newOrderedUuid(),
    session: sessionDetail(completed, completed.visits, compiled.calculations),
    deadline,
  });
  if (outcome === "late") throw tooLate();
  return outcome;
}

async function resultOf(respondents: Respondents, state: SessionState): Promise<Result<"sessions.complete">> {
  const { compiled } = await respondents.versions.get(state.version_id);
  const end = compiled.nodes.get(state.current_node_id);
  const showsScore = end?.question.config.show_score === true;
  return {
    id: state.id,
    status: state.status,
    completed_at: (state.completed_at ?? new Date()).toISOString(),
    end_node_id: state.current_node_id,
    ...(showsScore
      ? { total_score: state.total_score, max_score: maxScore(compiled, walkOf(state)) }
      : { total_score: null }),
    ...shownCalculations(compiled, state, end),
  };
}

/** Returns the calculations that the end screen lists or inserts into its texts. Nothing without any. */
function shownCalculations(
  { calculations }: CompiledGraph,
  state: SessionState,
  end: CompiledNode | undefined,
): Pick<Result<"sessions.complete">, "calculations"> {
  const keys = end?.shown_calculations ?? [];
  if (!calculations || keys.length === 0) return {};
  return { calculations: calculations.shown(sessionView(state, state.visits), keys) };
}

const notAtEnd = ({ current_node_id }: SessionState) =>
  conflict("This session isn't at an end screen. Answer `current_node_id` first.", { current_node_id });

const full = ({ current_node_id }: SessionState) =>
  conflict("This form has reached its response limit.", { current_node_id });
