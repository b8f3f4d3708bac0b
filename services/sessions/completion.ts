import { calculating, sessionDetail } from "../../shared/api/sessionDetail.ts";
import type { SessionDetail } from "../../shared/api/shapes/sessions.ts";
import type { CompiledGraph, CompiledNode } from "../../shared/domain/graph/compile.ts";
import { bestScore } from "../../shared/domain/graph/traverse.ts";
import type { CalculationResults } from "../../shared/domain/graph/types.ts";
import { newOrderedUuid } from "../../shared/platform/ids.ts";
import { claimsOf } from "./exact.ts";
import type { Respondents } from "./respondents.ts";
import type { CompleteWrite } from "./store/complete.ts";
import type { SessionState } from "./store/sessions.ts";
import type { ShownResults } from "./store/shownResults.ts";
import { walkOf } from "./walk.ts";

/** A session that is to be completed, with everything that its completion computes. */
export interface Completion {
  completed: SessionState;
  write: CompleteWrite;
}

/** Computes the completion of a session at its end, in time slices. `revision` is that after its answers. */
export async function completionOf(respondents: Respondents, state: SessionState, now: Date): Promise<Completion> {
  const ended: SessionState = { ...state, status: "completed", completed_at: now };
  const { session, shownResults } = await resultsOf(respondents, ended);
  const completed = { ...ended, shown_results: shownResults };
  const { compiled, rules } = await respondents.versions.get(state.version_id);
  return {
    completed,
    write: {
      sessionId: state.id,
      revision: state.revision,
      formId: state.form_id,
      was: state.status,
      now,
      eventId: newOrderedUuid(),
      session,
      language: state.language,
      linkId: state.link_id,
      shownResults,
      claims: (held) => claimsOf(compiled, state.form_id, state.visits, held),
      isExact: rules !== null || respondents.exact.has(state.form_id),
    },
  };
}

/** Computes the payload of an ended session's event, which is made only if it is needed, and what its end screen shows. */
export async function resultsOf(respondents: Respondents, ended: SessionState) {
  const { compiled } = await respondents.versions.get(ended.version_id);
  const reference = ended.link_id === null ? null : await respondents.referenceOf(ended.link_id);
  const plain = () => sessionDetail({ ...ended, reference }, ended.visits, compiled.shuffled_pages);
  const calculations = compiled.calculations
    ? await respondents.slices.finish(calculating(compiled.calculations, plain()))
    : {};
  return {
    session: (): SessionDetail => ({ ...plain(), calculations }),
    shownResults: await shownResultsOf(respondents, compiled, ended, calculations),
  };
}

/** Computes what the end screen of a completed session shows. Null if it shows nothing. */
export async function computeShownResults(respondents: Respondents, state: SessionState): Promise<ShownResults | null> {
  const { compiled } = await respondents.versions.get(state.version_id);
  const isCalculated = compiled.calculations !== null && shownKeys(endOf(compiled, state)).length > 0;
  const detail = sessionDetail(state, state.visits);
  const calculations = isCalculated ? await respondents.slices.finish(calculating(compiled.calculations, detail)) : {};
  return shownResultsOf(respondents, compiled, state, calculations);
}

async function shownResultsOf(
  { slices }: Respondents,
  compiled: CompiledGraph,
  state: SessionState,
  calculated: CalculationResults,
): Promise<ShownResults | null> {
  const end = endOf(compiled, state);
  const keys = compiled.calculations ? shownKeys(end) : [];
  if (!showsScore(end) && keys.length === 0) return null;
  return {
    ...(showsScore(end) && { max_score: await slices.finish(bestScore(compiled, walkOf(state))) }),
    ...(keys.length > 0 && {
      calculations: Object.fromEntries(keys.map((key) => [key, calculated[key]?.value ?? null])),
    }),
  };
}

export const endOf = ({ nodes }: CompiledGraph, { current_node_id }: SessionState): CompiledNode | undefined =>
  nodes.get(current_node_id);

export const showsScore = (end: CompiledNode | undefined): boolean => end?.question.config.show_score === true;

/** Returns the calculations that the end screen lists or inserts into its texts. */
export const shownKeys = (end: CompiledNode | undefined): readonly string[] => end?.shown_calculations ?? [];
