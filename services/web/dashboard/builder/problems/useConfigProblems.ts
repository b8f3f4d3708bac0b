import { useEffect, useState } from "react";
import type { Fault } from "../../../../../shared/domain/fault.ts";
import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { useAnalyst } from "./analyst.ts";

/** Returns the faults of a node's config, also if no path reaches it: publishing then reports only that. */
export function useConfigProblems(node: GraphNode): readonly Fault[] {
  const analyst = useAnalyst();
  const [found, setFound] = useState<readonly Fault[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const ask = async () => {
      const faults = await analyst?.config(node);
      if (faults && isCurrent) setFound(faults);
    };
    void ask();
    return () => {
      isCurrent = false;
    };
  }, [analyst, node]);
  return found;
}
