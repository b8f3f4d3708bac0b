import type { Graph } from "../../../../../../shared/domain/graph/types.ts";
import type { Foreign } from "../history.ts";
import { takeTheirs } from "./conflict.ts";
import { merge } from "./merge.ts";

/** Returns changes made elsewhere: from `base` to `theirs`. */
export const foreignOf = (base: Graph, theirs: Graph): Foreign => ({
  base,
  theirs,
  into(graph) {
    const merged = merge(base, graph, theirs);
    return merged.conflicts.reduce(takeTheirs, merged.graph);
  },
  outOf: (graph) => merge(theirs, graph, base).graph,
});
