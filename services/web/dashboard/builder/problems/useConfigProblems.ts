import { useEffect, useState } from "react";
import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { useAnalyst } from "./analyst.ts";

/**
 * Returns the messages about a node's config (`config.<key>: …`), also if no path reaches it: publishing then reports only that.
 */
export function useConfigProblems(node: GraphNode): readonly string[] {
  const analyst = useAnalyst();
  const [found, setFound] = useState<readonly string[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const ask = async () => {
      const messages = await analyst?.config(node);
      if (messages && isCurrent) setFound(messages);
    };
    void ask();
    return () => {
      isCurrent = false;
    };
  }, [analyst, node]);
  return found;
}
