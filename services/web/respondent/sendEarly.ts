import { isAsServed } from "./earlyInput.ts";
import type { Respondent, RespondentState } from "./walk/state.ts";

/**
 * Repeats a submit from before hydration (earlySubmit.ts), if the page was `opened` as the gateway sent it and the
 * respondent hasn't moved on. Skips phone questions, because their answer needs a library that may not be loaded.
 */
export function sendEarly(respondent: Respondent, opened: RespondentState, root: HTMLElement): void {
  if (!isAsServed(opened) || respondent.state().position > 0) return;
  if (!("sent" in document.documentElement.dataset)) return;
  root.querySelector<HTMLFormElement>('form:not([data-type="phone"])')?.requestSubmit();
}
