import type { GraphNode } from "../../../shared/domain/graph/types.ts";
import type { RespondentState } from "./walk/state.ts";

/** True if the page shows what the gateway sent. The gateway knows no answers, session, hidden fields or shuffled order. */
export function isAsServed(state: RespondentState): boolean {
  const { screen, phase, value, position, page, form } = state;
  if (screen === "closed" || screen === "not_open") return true;
  // hidden fields add and remove questions of a page, and the gateway may have failed to draw it
  const isOther =
    page && ((location.search && form?.graph.hidden_fields?.[0]) || !document.querySelector(".questions"));
  return (
    !isOther &&
    screen === "node" &&
    phase === "new" &&
    value === null &&
    position === 0 &&
    !nodesOn(state).some(isShuffled)
  );
}

/** Returns the node on the screen, then the questions of a page. */
export const nodesOn = ({ node, page }: RespondentState): GraphNode[] =>
  node ? [node, ...(page?.questions ?? []).map((question) => question.node)] : [];

const isShuffled = (node: GraphNode): boolean => (node.data.config?.shuffle ?? "none") !== "none";

/**
 * Remembers input made before hydration, because the first question is in the HTML. Returns a function that repeats it, also in
 * the field of the same question on a page that replaced the gateway's.
 */
export function rememberInput(root: HTMLElement): () => void {
  const values = [...root.querySelectorAll<HTMLInputElement>("input, textarea, select")]
    // a half-typed date has no value yet, and a list without an answer has an empty one
    .filter(({ value, defaultValue = "", validity }) => value !== defaultValue || validity.badInput)
    .map((field) => ({ field, value: field.value }));
  const focused = document.activeElement as HTMLElement;
  const shown = <T extends HTMLElement>(element: T): T | null =>
    element.isConnected
      ? element
      : root.querySelector(`:is(.field,[type=file])[aria-labelledby="${element.getAttribute("aria-labelledby")}"]`);
  return () => {
    for (const { field, value } of values) {
      const now = shown(field);
      // files and invalid values stay in their field, and files can't be set as a value
      if (now !== field && now && field.files) now.files = field.files;
      else if (now && now.value !== value) now.value = value;
      now?.dispatchEvent(new Event("input", { bubbles: true }));
      now?.dispatchEvent(new Event("change", { bubbles: true }));
    }
    shown(focused)?.focus({ preventScroll: true });
  };
}
