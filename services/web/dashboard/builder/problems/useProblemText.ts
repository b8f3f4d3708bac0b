import { createContext, useContext } from "react";
import type { Graph, Problem } from "../../../../../shared/domain/graph/types.ts";
import { useGraph } from "../editing/useEditor.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { problemText } from "./problemText.ts";

/** Graph of the current version; null before the first one. */
export const PreviousContext = createContext<Graph | null>(null);

/** Returns a function from problems of the edited graph to their text. */
export function useProblemText(): (problem: Problem) => string {
  const context = { graph: useGraph(), previous: useContext(PreviousContext), table: useQuestionTable() };
  return (problem) => problemText(problem, context);
}
