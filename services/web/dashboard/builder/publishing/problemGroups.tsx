import type { Problem } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/problems.ts";
import { Button } from "../../../ui/button.tsx";
import { severityClass } from "../../../ui/tone.ts";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import { placeOf } from "../problems/place.ts";
import { useProblemText } from "../problems/useProblemText.ts";
import styles from "./publishing.module.css";

interface Props {
  problems: readonly Problem[];
  /** goes to where it is fixed */
  onFix(problem: Problem): void;
}

type Group = keyof typeof words.groups;

/** Problems by what they mean for publishing, each with a way to it. */
export function ProblemGroups({ problems, onFix }: Props) {
  const groups = Map.groupBy(problems, groupOf);
  return (["errors", "warnings", "breaking"] as const).map((group) => {
    const own = groups.get(group) ?? [];
    return own.length > 0 && <ProblemGroup key={group} group={group} problems={own} onFix={onFix} />;
  });
}

function groupOf({ code, severity }: Problem): Group {
  if (severity === "error") return "errors";
  return code === "breaking_change" || code === "type_changed_since_version" ? "breaking" : "warnings";
}

function ProblemGroup({ group, problems, onFix }: Props & { group: Group }) {
  const graph = useGraph();
  const textOf = useProblemText();
  const title = words.groupTitle(words.groups[group], problems.length);
  return (
    <section className={styles.group}>
      <h3 className={`${styles.groupTitle} ${severityClass(group === "errors" ? "error" : "warning")}`}>{title}</h3>
      <ul className={styles.list}>
        {problems.map((problem, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a problem is known by its place alone
          <li key={at}>
            <div>
              <strong dir="auto">{placeOf(problem, graph)}</strong>
              <p dir="auto">{textOf(problem)}</p>
            </div>
            <FixButton problem={problem} group={group} onFix={onFix} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A rule without a question has no place in the builder: it can only be removed. */
function FixButton({ problem, group, onFix }: Pick<Props, "onFix"> & { problem: Problem; group: Group }) {
  const graph = useGraph();
  const editor = useEditor();
  const { node_id, edge_index } = problem;
  const place = placeOf(problem, graph);
  if (node_id !== undefined && !graph.nodes.some(({ id }) => id === node_id)) return null;
  if (node_id === undefined && edge_index !== undefined) {
    const id = graph.edges[edge_index]?.id;
    const remove = () => id && editor.perform("removeEdges", { ids: [id] }, { label: words.ruleRemoved });
    return <Button onPress={remove}>{words.removeRule}</Button>;
  }
  const action = group === "breaking" ? words.show : words.fix;
  return (
    <Button aria-label={words.doAt(action, place)} onPress={() => onFix(problem)}>
      {action}
    </Button>
  );
}
