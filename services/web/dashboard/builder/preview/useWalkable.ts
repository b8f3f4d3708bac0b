import { useEffect, useState } from "react";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import type { Walkable } from "../../../../../shared/domain/graph/walkable.ts";
import { useAnalyst } from "../problems/analyst.ts";

/** Returns the part of the graph without errors, or null until it is ready. */
export function useWalkable(graph: Graph): Walkable | null {
  const analyst = useAnalyst();
  const [found, setFound] = useState<{ of: Graph; walkable: Walkable } | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const ask = async () => {
      const walkable = await analyst?.walkable(graph);
      if (walkable && isCurrent) setFound({ of: graph, walkable });
    };
    void ask();
    return () => {
      isCurrent = false;
    };
  }, [analyst, graph]);
  return found?.of === graph ? found.walkable : null;
}
