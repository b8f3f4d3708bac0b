import type { Respondent } from "./walk/state.ts";

/**
 * A browser's Back and Forward walk through the questions: each question that is reached is an entry of the history, and
 * the entries follow when the page's own Back is used. `state.position` is what counts; the history goes after it.
 */
export function followHistory(respondent: Respondent, window: Window): void {
  const { history } = window;
  /** the entry that the browser shows, or is on its way to */
  let entry = 0;
  let isTravelling = false;
  let isShown = false;

  function follow(): void {
    const { screen, position, path } = respondent.state();
    if (isTravelling || (screen !== "node" && screen !== "end")) return;
    if (!isShown || position === entry) history.replaceState({ position }, "");
    else if (position > entry) history.pushState({ position }, "");
    else if (position < entry) {
      isTravelling = true;
      history.go(position - entry);
    }
    isShown = path.length > 0;
    entry = position;
  }

  window.addEventListener("popstate", ({ state }: PopStateEvent) => {
    const wasOurs = isTravelling;
    isTravelling = false;
    const position = (state as { position?: number } | null)?.position;
    if (position === undefined) return;
    entry = position;
    const { path } = respondent.state();
    const nodeId = path[position];
    if (!wasOurs && nodeId !== undefined) respondent.goTo(nodeId);
    // what cannot be shown (an end that was left, a path that was cut) is not where the page is
    follow();
  });
  respondent.subscribe(follow);
  follow();
}
