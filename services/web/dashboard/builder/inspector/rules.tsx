import { useEffect, useState } from "react";
import type { Condition, GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/inspector.ts";
import { Button } from "../../../ui/button.tsx";
import fieldStyles from "../../../ui/fields/fields.module.css";
import { GuideLink } from "../../../ui/guideLink.tsx";
import { firstComparison } from "../conditions/operands.ts";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import type { NamedEdge } from "../model/ids.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import type { Wanted } from "./place.tsx";
import { RuleCard } from "./ruleCard.tsx";
import styles from "./rules.module.css";
import { TryIt } from "./tryIt.tsx";

interface Props {
  node: GraphNode;
  /** by the ID of an edge, its problems */
  problems: ReadonlyMap<string, readonly string[]>;
  wanted: Wanted | null;
}

/** Rules of a question as sentences, in their order. One at a time is open for editing. */
export function Rules({ node, problems, wanted }: Props) {
  const graph = useGraph();
  const editor = useEditor();
  const table = useQuestionTable();
  const [open, setOpen] = useState<string | null>(null);
  const [added, setAdded] = useState<string | null>(null);
  useEffect(() => {
    if (wanted?.place?.startsWith("rule:")) setOpen(wanted.place.slice("rule:".length));
  }, [wanted]);
  const edges = graph.edges.filter(({ from }) => from === node.id) as NamedEdge[];
  if (table.factsOf(node).isEnd && edges.length === 0) return <p className={fieldStyles.help}>{words.endHasNoRules}</p>;
  const others = graph.nodes.filter(({ id }) => id !== node.id);
  const next = graph.nodes[graph.nodes.indexOf(node) + 1] ?? others[0];
  const hasAlways = edges.some(({ condition }) => condition === null);
  const add = (wantedEdge: { to: string; condition: Condition | null }) => {
    const known = new Set(edges.map(({ id }) => id));
    editor.perform("addEdge", { from: node.id, ...wantedEdge }, { label: steps.addRule });
    const made = editor.state().history.graph.edges.find(({ from, id }) => from === node.id && !known.has(id ?? ""));
    setOpen(made?.id ?? null);
    setAdded(made?.id ?? null);
  };
  const addRule = () => {
    const condition = edges.length === 0 || !hasAlways ? null : firstComparison({ graph, from: node.id, table });
    if (next) add({ to: next.id, condition });
  };
  return (
    <>
      <div className={styles.rules}>
        <p className={fieldStyles.help}>
          {words.rulesHelp} <GuideLink to="logic" />
        </p>
        <ol className={styles.cards} aria-label={words.rules}>
          {edges.map((edge, at) => (
            <RuleCard
              key={edge.id}
              edge={edge}
              at={at}
              of={edges.length}
              isOpen={edge.id === open}
              takesFocus={edge.id === added}
              problems={problems.get(edge.id) ?? []}
              onToggle={() => setOpen(edge.id === open ? null : edge.id)}
              onDuplicate={() => add({ to: edge.to, condition: edge.condition as Condition | null })}
            />
          ))}
        </ol>
        <Button look="soft" icon="plus" isDisabled={!next} onPress={addRule}>
          {edges.length === 0 ? words.addWay : words.addRule}
        </Button>
      </div>
      {edges.some(({ condition }) => condition !== null) && <TryIt node={node} edges={edges} />}
    </>
  );
}
