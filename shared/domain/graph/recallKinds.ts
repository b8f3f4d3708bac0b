import { recallPattern } from "./recalls.ts";

export type RecallKind = "answer" | "hidden" | "calculation" | "band";

/** Returns the pattern of recalls of these kinds. Its groups are kind and name. */
export const recallsOf = (kinds: readonly string[]): RegExp =>
  new RegExp(recallPattern.source.replace(/\(.*?\)/, `(${kinds.join("|")})`), "g");
