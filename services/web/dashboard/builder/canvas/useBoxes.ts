import { useMemo, useRef } from "react";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { type Box, boxesOf } from "./boxes.ts";

/** Returns the boxes of the graph. Unchanged ones are the same objects as before. */
export function useBoxes(graph: Graph): readonly Box[] {
  const table = useQuestionTable();
  return useKept<readonly Box[]>((before) => boxesOf(graph, table, before as Box[]), [graph, table], []);
}

/** Returns what `make` makes of its previous result, whenever a dependency changes. */
export function useKept<T>(make: (before: T) => T, dependencies: readonly unknown[], first: T): T {
  const kept = useRef(first);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the caller lists them
  const next = useMemo(() => make(kept.current), dependencies);
  kept.current = next;
  return next;
}
