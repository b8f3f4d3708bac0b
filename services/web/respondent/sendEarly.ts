import type { Respondent, RespondentState } from "./walk/state.ts";

/**
 * "Continue" once more, which was pressed before the page listened (earlySubmit.ts), on a page that `opened` with its first
 * question and nothing kept; unless they have gone on by themselves. A file is on its way then, which it does not overtake.
 * What a phone number is, is known only when its library is there.
 */
export function sendEarly(respondent: Respondent, opened: RespondentState, root: HTMLElement): void {
  if (opened.screen !== "node" || opened.phase !== "new" || respondent.state().position > 0) return;
  if (!("submitted" in document.documentElement.dataset)) return;
  root.querySelector<HTMLFormElement>('form:not([data-type="phone"])')?.requestSubmit();
}
