import type { Respondent } from "./walk/state.ts";

/** What an entry of the browser's history holds. */
interface Entry {
  /** the question of the path that it shows */
  position: number;
  /** how many entries before it belong to this page: further back is another page */
  below: number;
}

/**
 * Lets the browser's Back and Forward walk through the questions: each question that is reached adds an entry to the
 * history, and the page's own Back travels back in it. `state.position` counts; the history follows. A resumed session
 * starts in the middle of its path, where the history has no entries of the questions before.
 */
export function followHistory(respondent: Respondent, window: Window): void {
  const { history } = window;
  /** the entry that the browser shows, or travels to; after a reload it is one of this page */
  let entry: Entry = { position: -1, below: (history.state as Entry | null)?.below ?? 0 };
  let isTravelling = false;

  function follow(): void {
    const { screen, position } = respondent.state();
    if (isTravelling || (screen !== "node" && screen !== "end") || position === entry.position) return;
    const back = Math.min(entry.position - position, entry.below);
    if (entry.position >= 0 && back < 0) {
      // browsers drop the oldest entries of a long history
      entry = { position, below: Math.min(entry.below + 1, history.length) };
      history.pushState(entry, "");
    } else if (back > 0) {
      isTravelling = true;
      history.go(-back);
    } else {
      entry = { ...entry, position };
      history.replaceState(entry, "");
    }
  }

  window.addEventListener("popstate", ({ state }: PopStateEvent) => {
    const wasOurs = isTravelling;
    isTravelling = false;
    if (!state) return;
    entry = state as Entry;
    const nodeId = respondent.state().path[entry.position];
    if (!wasOurs && nodeId !== undefined) respondent.goTo(nodeId);
    // what cannot be shown (an end that was left, a path that was cut) is not where the page is
    follow();
  });
  respondent.subscribe(follow);
  follow();
}
