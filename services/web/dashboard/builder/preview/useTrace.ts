import { useEffect, useState } from "react";
import { utcDay } from "../../../../../shared/domain/dates.ts";
import { useGraph } from "../editing/useEditor.ts";
import { useAnalyst } from "../problems/analyst.ts";
import type { DryRun } from "../problems/dryRun.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { type Trace, traceOf } from "./trace.ts";

/** Returns the path of these answers through the current draft, by the code of sessions, or null until it is ready. */
export function useTrace({ answers, hidden }: DryRun): Trace | null {
  const graph = useGraph();
  const analyst = useAnalyst();
  const table = useQuestionTable();
  const [trace, setTrace] = useState<Trace | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const walk = async () => {
      const given = Object.fromEntries(answers.map(({ node_id, answer }) => [node_id, answer]));
      const declared = new Set(graph.hidden_fields);
      const known = Object.fromEntries(Object.entries(hidden).filter(([key]) => declared.has(key)));
      const today = utcDay();
      const walked = await analyst?.walk(graph, { answers: given, hidden: known, today });
      if (walked && isCurrent) setTrace(traceOf(walked, answers, graph, table));
    };
    void walk();
    return () => {
      isCurrent = false;
    };
  }, [analyst, graph, table, answers, hidden]);
  return trace;
}
