import type { RespondentState } from "./walk/state.ts";

/**
 * Does the page show what the gateway has sent? It knows no answers, no session and no hidden fields; in what is shuffled
 * each respondent has an order of their own.
 */
export function isAsServed({ screen, node, phase, value, position }: RespondentState): boolean {
  if (screen === "closed" || screen === "not_open") return true;
  return screen === "node" && phase === "new" && value === null && position === 0 && !isShuffled(node);
}

const isShuffled = (node: RespondentState["node"]): boolean => (node?.data.config?.shuffle ?? "none") !== "none";
