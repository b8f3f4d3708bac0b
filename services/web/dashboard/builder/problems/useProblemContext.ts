import { createContext, useContext } from "react";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { useGraph } from "../editing/useEditor.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import type { ProblemContext } from "./problemContext.ts";

/** Graph of the current version; null before the first one. */
export const PreviousContext = createContext<Graph | null>(null);

export const useProblemContext = (): ProblemContext => ({
  graph: useGraph(),
  previous: useContext(PreviousContext),
  table: useQuestionTable(),
});
