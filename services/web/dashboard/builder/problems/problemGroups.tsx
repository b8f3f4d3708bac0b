import type { Problem } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/problems.ts";
import { Button } from "../../../ui/button.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import type { DryRun } from "./dryRun.ts";
import { ExamplePlay } from "./examplePlay.tsx";
import { Group } from "./group.tsx";
import { usePageFix } from "./pageFix.ts";
import { placeOf } from "./place.ts";
import styles from "./problems.module.css";
import { useProblemText } from "./useProblemText.ts";

interface Props {
  problems: readonly Problem[];
  /** goes to the place of the problem */
  onFix(problem: Problem): void;
  /** opens the preview with the answers that cause a problem, where the page has one */
  onPlay?(run: DryRun): void;
}

type GroupName = keyof typeof words.groups;

/** Groups the problems by what they mean for publishing. */
export function ProblemGroups({ problems, ...actions }: Props) {
  const groups = Map.groupBy(problems, groupOf);
  return (["errors", "warnings", "breaking"] as const).map((group) => {
    const own = groups.get(group) ?? [];
    return own.length > 0 && <ProblemGroup key={group} group={group} problems={own} {...actions} />;
  });
}

function groupOf({ code, severity }: Problem): GroupName {
  if (severity === "error") return "errors";
  return code === "breaking_change" || code === "type_changed_since_version" ? "breaking" : "warnings";
}

function ProblemGroup({ group, problems, onFix, onPlay }: Props & { group: GroupName }) {
  const graph = useGraph();
  const textOf = useProblemText();
  const isError = group === "errors";
  return (
    <Group title={words.groups[group]} count={problems.length} severity={isError ? "error" : "warning"}>
      <ul className={styles.list}>
        {problems.map((problem, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a problem has no other identity than its index
          <li key={index}>
            <Icon name={isError ? "circle-alert" : "triangle-alert"} size={16} />
            <div>
              <strong dir="auto">{placeOf(problem, graph)}</strong>
              <p dir="auto">{textOf(problem)}</p>
              <FixPage problem={problem} />
              {problem.example && onPlay && <ExamplePlay example={problem.example} onPlay={onPlay} />}
            </div>
            <FixButton problem={problem} group={group} onFix={onFix} />
          </li>
        ))}
      </ul>
    </Group>
  );
}

/** Sends a rule or the start to the first question of a page without leaving the list. */
function FixPage({ problem }: { problem: Problem }) {
  const fix = usePageFix(problem);
  return (
    fix && (
      <Button look="soft" size="small" onPress={fix.run}>
        {words.goToFirst(fix.target)}
      </Button>
    )
  );
}

/** A rule without a question isn't shown in the builder: it can only be removed. */
function FixButton({ problem, group, onFix }: Pick<Props, "onFix"> & { problem: Problem; group: GroupName }) {
  const graph = useGraph();
  const editor = useEditor();
  const { node_id, edge_index } = problem;
  const place = placeOf(problem, graph);
  if (node_id !== undefined && !graph.nodes.some(({ id }) => id === node_id)) return null;
  if (node_id === undefined && edge_index !== undefined) {
    const id = graph.edges[edge_index]?.id;
    const remove = () => id && editor.perform("removeEdges", { ids: [id] }, { label: words.ruleRemoved });
    return (
      <Button size="small" onPress={remove}>
        {words.removeRule}
      </Button>
    );
  }
  const action = group === "breaking" ? words.show : words.fix;
  return (
    <Button size="small" aria-label={words.doAt(action, place)} onPress={() => onFix(problem)}>
      {action}
    </Button>
  );
}
