import type { Action, Result } from "../../../shared/bus/calls.ts";
import { type CompiledCalculation, labelOf, shownOf } from "../../../shared/domain/graph/calculations/results.ts";
import { translationOf } from "../../../shared/domain/graph/translations/translations.ts";
import { isLate, tooLate } from "../../../shared/platform/deadlines/deadline.ts";
import { conflict } from "../../../shared/platform/errors.ts";
import { faultPoint } from "../../../shared/platform/faultPoint.ts";
import { timeAfter } from "../clock.ts";
import { completionOf, computeShownResults, endOf, shownKeys, showsScore } from "../completion.ts";
import { refusedClaim } from "../exact.ts";
import { languageAfter } from "../languages.ts";
import { endMailsOf } from "../links/endMails.ts";
import { attemptLimit, contended, type Respondents, readSession, warmSession } from "../respondents.ts";
import type { SessionsService } from "../service.ts";
import { batched } from "../store/batches.ts";
import type { Refused } from "../store/exact.ts";
import { isFormFull } from "../store/liveForms.ts";
import type { SessionState } from "../store/sessions.ts";
import { storeShownResults } from "../store/shownResults.ts";
import type { Versions } from "../versions.ts";

/**
 * Completes a session at its end node, with its event (spec POST complete, decisions §5). Idempotent: a repeat gets the
 * same result and adds no event.
 */
export const complete: Action<"sessions.complete", SessionsService> = {
  bulkhead: batched,
  params: { session_id: "uuid", body: { type: "object", optional: true } },
  async handler(ctx) {
    const { session_id, body = {} } = ctx.params;
    const { completed, full, refused } = await completeSession(this, session_id, ctx.locals.deadline, body.language);
    if (full) throw limitReached(full);
    if (refused) throw refusedClaim(refused);
    return completed;
  },
};

/** The session stays in progress if the form's response_limit is reached (`full`), or if another has one of its answers (`refused`). */
type Completing =
  | { completed: Result<"sessions.complete">; full?: never; refused?: never }
  | { full: SessionState; completed?: never; refused?: never }
  | { refused: Refused; completed?: never; full?: never };

/** Completes a session that is at its end. Throws 409 before it. */
export async function completeSession(
  service: SessionsService,
  sessionId: string,
  deadline: number | undefined,
  asked: string | undefined,
): Promise<Completing> {
  const { respondents, database } = service;
  let isWarm = respondents.warm.has(sessionId);
  let state = warmSession(respondents, sessionId) ?? (await readSession(respondents, sessionId));
  respondents.warm.delete(sessionId);
  for (let attempt = 0; attempt < attemptLimit; attempt += 1) {
    if (isLate(deadline)) throw tooLate();
    if (state.status === "completed") return { completed: await completedOf(service, state) };
    if (await isAtEnd(respondents, state)) {
      const version = await respondents.versions.get(state.version_id);
      const language = await languageAfter(database.pool, state, version, asked);
      const { completed, write } = await completionOf(respondents, { ...state, language }, timeAfter(state));
      const outcome = await respondents.batches.complete({ ...write, deadline });
      if (outcome === "late") throw tooLate();
      if (outcome === "completed" || outcome === "unattached") {
        announceCompletion(service, completed, outcome);
        return { completed: await completedOf(service, completed) };
      }
      state = await readSession(respondents, sessionId);
      if (typeof outcome === "object" && state.status !== "completed") return { refused: outcome };
      const isFull = outcome === "full" && state.status !== "completed";
      if (isFull && (await isFormFull(database.pool, state.form_id))) return { full: state };
    } else if (isWarm) {
      state = await readSession(respondents, sessionId);
    } else {
      throw notAtEnd(state);
    }
    isWarm = false;
  }
  throw contended();
}

/** Call it after the commit. */
export function announceCompletion(
  service: SessionsService,
  { link_id }: SessionState,
  outcome: "completed" | "unattached",
): void {
  faultPoint("event-committed");
  if (outcome === "completed") service.announceEvents();
  endMailsOf(service, link_id);
}

async function isAtEnd(respondents: Respondents, state: SessionState): Promise<boolean> {
  const { compiled } = await respondents.versions.get(state.version_id);
  return compiled.nodes.get(state.current_node_id)?.question.is_end ?? false;
}

/** Returns the response for a completed session. Computes and stores what an older completion didn't. */
export async function completedOf(
  { respondents, database }: Pick<SessionsService, "respondents" | "database">,
  state: SessionState,
): Promise<Result<"sessions.complete">> {
  const { compiled } = await respondents.versions.get(state.version_id);
  const end = endOf(compiled, state);
  const shown = state.shown_results ?? (await computeShownResults(respondents, state));
  if (shown && !state.shown_results) await storeShownResults(database.pool, state.id, shown);
  const { max_score = null, calculations } = shown ?? {};
  return {
    id: state.id,
    status: state.status,
    completed_at: (state.completed_at ?? new Date()).toISOString(),
    end_node_id: state.current_node_id,
    ...(showsScore(end) ? { total_score: state.total_score, max_score } : { total_score: null }),
    ...(compiled.calculations &&
      calculations && {
        calculations: shownOf(
          { list: await calculationsIn(respondents.versions, state, compiled.calculations.list) },
          (key) => calculations[key] ?? null,
          shownKeys(end),
        ),
      }),
  };
}

/** Returns the calculations with their titles and bands in the session's language. */
async function calculationsIn(
  versions: Versions,
  { version_id, language }: SessionState,
  list: readonly CompiledCalculation[],
): Promise<readonly CompiledCalculation[]> {
  const { languages } = await versions.get(version_id);
  if (language === null || !languages.includes(language)) return list;
  const { texts } = await versions.texts(version_id, language);
  return list.map(({ key, title, bands }) => ({
    key,
    title: translationOf(texts, `calculation.${key}.title`) ?? title,
    bands: bands.map((band) => ({
      ...band,
      label: translationOf(texts, `calculation.${key}.bands.${band.key}`) ?? labelOf(band),
    })),
  }));
}

const notAtEnd = ({ current_node_id }: SessionState) =>
  conflict("This session isn't at an end screen. Answer `current_node_id` first.", { current_node_id });

const limitReached = ({ current_node_id }: SessionState) =>
  conflict("This form has reached its response limit.", { current_node_id, code: "response_limit" });
