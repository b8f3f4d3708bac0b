import { isAsServed } from "./earlyInput.ts";
import type { EarlyWindow } from "./earlySubmit.ts";
import type { RespondentState } from "./walk/state.ts";

/**
 * Repeats taps on options and a submit from before hydration (earlySubmit.ts), if the page was `opened` as the gateway sent it and
 * the respondent has done nothing since. A submit counts only if nothing followed it. Skips phone questions, because their answer
 * needs a library that may not be loaded.
 */
export async function sendEarly(page: EarlyWindow, opened: RespondentState): Promise<void> {
  const { early } = page;
  page.early = undefined;
  if (!isAsServed(opened) || early?.pop()?.type !== "answerable") return;
  // the next tap adds to what this one has drawn
  for (const { type, target } of early)
    if (type === "click") await (target as Element).closest<HTMLElement>("[role=radio],[role=checkbox]")?.click();
  if (early.at(-1)?.type === "submit")
    page.document.querySelector<HTMLFormElement>('form:not([data-type="phone"])')?.requestSubmit();
}
