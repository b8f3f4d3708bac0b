import type { Problem } from "../../../../../shared/domain/graph/types.ts";
import { problemText } from "./problemText.ts";
import { useProblemContext } from "./useProblemContext.ts";

/** Returns a function from problems of the edited graph to their text. */
export function useProblemText(): (problem: Problem) => string {
  const context = useProblemContext();
  return (problem) => problemText(problem, context);
}
