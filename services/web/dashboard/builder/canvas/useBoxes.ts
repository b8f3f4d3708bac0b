import { useMemo, useRef } from "react";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { type Box, boxesOf } from "./boxes.ts";

/** The boxes of the graph; those that show what they showed before are the same objects. */
export function useBoxes(graph: Graph): readonly Box[] {
  const table = useQuestionTable();
  return useKept<readonly Box[]>((before) => boxesOf(graph, table, before as Box[]), [graph, table], []);
}

/** What is made of these dependencies and of what was made before. */
export function useKept<T>(make: (before: T) => T, dependencies: readonly unknown[], first: T): T {
  const kept = useRef(first);
  // biome-ignore lint/correctness/useExhaustiveDependencies: what it is made of is the caller's to say
  const next = useMemo(() => make(kept.current), dependencies);
  kept.current = next;
  return next;
}
