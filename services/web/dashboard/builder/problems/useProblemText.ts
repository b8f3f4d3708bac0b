import { createContext, useContext } from "react";
import type { Graph, Problem } from "../../../../../shared/domain/graph/types.ts";
import { useGraph } from "../editing/useEditor.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { problemText } from "./problemText.ts";

/** The graph of the current version; null: never published. */
export const PreviousContext = createContext<Graph | null>(null);

/** The words for a problem of the graph that is edited. */
export function useProblemText(): (problem: Problem) => string {
  const context = { graph: useGraph(), previous: useContext(PreviousContext), table: useQuestionTable() };
  return (problem) => problemText(problem, context);
}
