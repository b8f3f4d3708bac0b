import type { Respondent, RespondentState } from "./walk/state.ts";

/** A respondent of whom nothing but this state is known, and who does nothing. */
export function still(state: RespondentState): Respondent {
  const nothing = () => undefined;
  return {
    state: () => state,
    subscribe: () => nothing,
    enter: nothing,
    answer: nothing,
    back: nothing,
    goTo: nothing,
    resume: nothing,
    startAgain: nothing,
    continueHere: nothing,
    retryNow: nothing,
    upload: async () => ({ ok: false, reason: "failed" }),
    close: nothing,
  };
}
