import { useGraph } from "../editing/useEditor.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import type { Reading } from "./operands.ts";

/** Returns the context of a condition that is decided before the question has an answer. */
export function useArrival(from: string): Reading {
  return { graph: useGraph(), from, table: useQuestionTable(), isOnArrival: true };
}
