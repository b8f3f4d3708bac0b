import { utcDay } from "../../../../../shared/domain/dates.ts";
import type { Example } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/problems.ts";
import { Button } from "../../../ui/button.tsx";
import { useGraph } from "../editing/useEditor.ts";
import { useAnalyst } from "./analyst.ts";
import type { DryRun } from "./dryRun.ts";

interface Props {
  example: Example;
  onPlay(run: DryRun): void;
}

/** Opens the preview with the answers that cause a problem. */
export function ExamplePlay({ example: { answers, hidden = {} }, onPlay }: Props) {
  const graph = useGraph();
  const analyst = useAnalyst();
  const play = async () => {
    const today = utcDay();
    const walk = await analyst?.walk(graph, { answers, hidden, today });
    const shown = walk?.steps.filter(({ passed_over }) => !passed_over);
    if (shown) onPlay({ answers: shown.map(({ node_id, answer }) => ({ node_id, answer })), hidden });
  };
  return (
    <Button look="soft" size="small" onPress={() => void play()}>
      {words.play}
    </Button>
  );
}
