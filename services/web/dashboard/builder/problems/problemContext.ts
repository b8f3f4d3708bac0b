import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import type { QuestionTable } from "../types/questionTable.ts";

/** Context for the text of a problem. */
export interface ProblemContext {
  graph: Graph;
  /** graph of the current version; null before the first one */
  previous: Graph | null;
  table: QuestionTable;
}
