/** Code for after the first question, in one chunk. */
import type { EarlyWindow } from "./hearEarly.ts";
import { followHistory } from "./historySync.ts";
import type { PageData } from "./pageData.ts";
import { continueByEnter } from "./screens/enterKey.ts";
import { followKeyboard } from "./screens/keyboard.ts";
import { fadeLeft, type PageChanges } from "./screens/leaving.ts";
import { keepTextsWhole } from "./screens/wholeTexts.ts";
import type { Respondent, RespondentState } from "./walk/state.ts";

export { rememberEarly } from "./repeatEarly.ts";
export { fetchApi } from "./walk/fetchApi.ts";
export { settled } from "./walk/replies.ts";
export { sendFile, uploading } from "./walk/uploads.ts";
export { keepTextsWhole };

/** Starts what a shown page does besides questions. `opened` is the state that it was shown with. `submits`: an early “Continue”. */
export function goOn(
  respondent: Respondent,
  opened: RespondentState,
  { slug, lacked }: PageData,
  element: HTMLElement,
  changes: PageChanges,
  submits: Promise<() => void> | undefined,
): void {
  void submits?.then((submit) => submit());
  fadeLeft(element, changes, (list) => {
    if (element.querySelector("font"))
      void import("./translated.ts").then(({ workTranslated }) => workTranslated(element, list));
  });
  followKeyboard(window);
  if (!(window as EarlyWindow).hearsEnter) document.addEventListener("keydown", continueByEnter);
  keepTextsWhole(lacked);
  // entries of a frame would be steps in the history of the site around it
  if (window.parent === window) followHistory(respondent, window);
  else
    void import("./embedding.ts").then(
      ({ tellEmbedder }) => tellEmbedder(respondent, opened, slug, window),
      // without events, the frame keeps its first height and scrolls
      () => undefined,
    );
}
