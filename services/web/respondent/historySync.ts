import { isOfPath } from "./walk/nodes.ts";
import type { Respondent } from "./walk/state.ts";

/** State of an entry in the browser's history. */
interface Entry {
  /** index of its question in the path */
  position: number;
  /** number of earlier entries that belong to this page */
  below: number;
}

/**
 * Syncs the browser's history with the questions. Each new question adds an entry, and the page's Back goes back in it. The end
 * screen, from which no question can be shown, takes the first entry, so that one Back leaves the form. `state.position` is the source of truth. A resumed session has no entries for earlier questions.
 */
export function followHistory(respondent: Respondent, window: Window): void {
  const { history } = window;
  /** the entry shown or navigated to; kept across reloads */
  let entry: Entry = { position: -1, below: (history.state as Entry | null)?.below ?? 0 };
  let isTraveling = false;

  function follow(): void {
    const { screen, position } = respondent.state();
    const isEnd = screen === "end";
    if (isTraveling || !(isEnd || (isOfPath(screen) && position !== entry.position))) return;
    const back = isEnd ? entry.below : Math.min(entry.position - position, entry.below);
    if (entry.position >= 0 && back < 0) {
      // browsers drop the oldest entries of a long history
      entry = { position, below: Math.min(entry.below + 1, history.length) };
      history.pushState(entry, "");
    } else if (back > 0) {
      isTraveling = true;
      history.go(-back);
    } else {
      entry = { ...entry, position };
      // with what the link gave (prefill/address.ts)
      history.replaceState({ ...history.state, ...entry }, "");
    }
  }

  window.addEventListener("popstate", ({ state }: PopStateEvent) => {
    const wasOurs = isTraveling;
    isTraveling = false;
    if (!state) return;
    entry = state as Entry;
    const nodeId = respondent.state().path[entry.position];
    if (!wasOurs && nodeId !== undefined) respondent.goTo(nodeId);
    // corrects the history if its question can't be shown
    follow();
  });
  respondent.subscribe(follow);
  follow();
}
