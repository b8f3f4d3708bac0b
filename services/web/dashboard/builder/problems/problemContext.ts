import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import type { QuestionTable } from "../types/questionTable.ts";

/** What the words for a problem need to know. */
export interface ProblemContext {
  graph: Graph;
  /** the current version's; null: never published */
  previous: Graph | null;
  table: QuestionTable;
}
