import { useEffect, useState } from "react";
import { utcDay } from "../../../../../shared/domain/dates.ts";
import { useGraph } from "../editing/useEditor.ts";
import { useAnalyst } from "../problems/analyst.ts";
import type { DryRun } from "../problems/dryRun.ts";
import type { ScoreResults } from "../problems/evaluateScores.ts";

/** Returns the scores of the preview's answers, or null without answers. Follows edits. */
export function useScores(run: DryRun): ScoreResults | null {
  const graph = useGraph();
  const analyst = useAnalyst();
  const [found, setFound] = useState<ScoreResults | null>(null);
  const hasAnswers = run.answers.length > 0;
  useEffect(() => {
    let isCurrent = true;
    const ask = async () => {
      const results = await analyst?.scores(graph, run, utcDay());
      if (results && isCurrent) setFound(results);
    };
    if (hasAnswers) void ask();
    return () => {
      isCurrent = false;
    };
  }, [analyst, graph, run, hasAnswers]);
  return hasAnswers ? found : null;
}
