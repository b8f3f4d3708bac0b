import { isAsServed } from "./earlyInput.ts";
import type { Respondent, RespondentState } from "./walk/state.ts";

/**
 * "Continue" once more, which was pressed before the page listened (earlySubmit.ts), on a page that `opened` as the
 * gateway has sent it; unless they have gone on by themselves. A file is on its way then, which it does not overtake.
 * What a phone number is, is known only when its library is there.
 */
export function sendEarly(respondent: Respondent, opened: RespondentState, root: HTMLElement): void {
  if (!isAsServed(opened) || respondent.state().position > 0) return;
  if (!("sent" in document.documentElement.dataset)) return;
  root.querySelector<HTMLFormElement>('form:not([data-type="phone"])')?.requestSubmit();
}
