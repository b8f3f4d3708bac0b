import { useMemo } from "react";
import { plainGraph } from "../../../../shared/domain/graph/markup/texts.ts";
import type { Graph } from "../../../../shared/domain/graph/types.ts";

/** Returns the graph of an answer with plain texts (wants §21.1), which is made once. Null without one. */
export const usePlainGraph = (graph: object | null | undefined): Graph | null =>
  useMemo(() => (graph ? plainGraph(graph as Graph) : null), [graph]);
