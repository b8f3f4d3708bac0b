import { useState } from "react";
import type { Edge, Graph } from "../../../../../shared/domain/graph/types.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/conflicts.ts";
import { Button, smallButtonClass } from "../../../ui/button.tsx";
import { ButtonRow } from "../../../ui/buttonRow.tsx";
import { englishName } from "../../../ui/languageNames.ts";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import { type Conflict, takeTheirs } from "../model/merge.ts";
import { nameOfNode } from "../types/names.ts";
import styles from "./saving.module.css";

interface Props {
  conflicts: readonly Conflict[];
  onResolved(): void;
}

/** Conflicts with changes made elsewhere. Nothing is saved before the owner continues. */
export function Conflicts({ conflicts, onResolved }: Props) {
  const editor = useEditor();
  const graph = useGraph();
  const [taken, setTaken] = useState<ReadonlySet<Conflict>>(new Set());
  return (
    <section className={styles.conflicts} aria-label={words.conflictTitle}>
      <h2>{words.conflictTitle}</h2>
      <p>{words.conflictText}</p>
      <ul>
        {conflicts.map((conflict) => (
          <li key={`${conflict.subject} ${conflict.id}`}>
            <Sides conflict={conflict} graph={graph} />
            <button
              type="button"
              className={smallButtonClass}
              disabled={taken.has(conflict)}
              onClick={() => {
                editor.adopt(takeTheirs(graph, conflict), steps.conflict);
                setTaken(new Set([...taken, conflict]));
              }}
            >
              {taken.has(conflict) ? words.theirsTaken : words.takeTheirs}
            </button>
          </li>
        ))}
      </ul>
      <ButtonRow>
        <Button look="primary" onPress={onResolved}>
          {words.goOn}
        </Button>
      </ButtonRow>
    </section>
  );
}

/** Both versions of a conflict. */
export function Sides({ conflict, graph }: { conflict: Conflict; graph: Graph }) {
  return (
    <>
      <h3>{titleOf(conflict, graph)}</h3>
      <dl>
        <dt>{words.yours}</dt>
        <dd>{textOf(conflict.mine)}</dd>
        <dt>{words.theirs}</dt>
        <dd>{textOf(conflict.theirs)}</dd>
      </dl>
    </>
  );
}

export function titleOf(conflict: Conflict, graph: Graph): string {
  const nameOf = (id: string) => {
    const node = graph.nodes.find((one) => one.id === id);
    return node ? nameOfNode(node) : id;
  };
  switch (conflict.subject) {
    case "node":
      return nameOf(conflict.id);
    case "edge": {
      const edge = (conflict.mine ?? conflict.theirs) as Edge;
      return words.subjects.edge(nameOf(edge.from), nameOf(edge.to));
    }
    case "calculation":
      return words.subjects.calculation(conflict.mine?.title || conflict.theirs?.title || conflict.id);
    case "edge_order":
      return words.subjects.edge_order(nameOf(conflict.id));
    case "page":
      return words.subjects.page((conflict.mine ?? conflict.theirs)?.title ?? conflict.id);
    case "translation":
      return words.subjects.translation(textName(conflict.key, nameOf), englishName(conflict.language));
    default:
      return words.subjects[conflict.subject];
  }
}

/** Returns the name of the question that a text belongs to, else its key. */
function textName(key: string, nameOf: (id: string) => string): string {
  const [id = key] = key.split(".");
  const name = nameOf(id);
  return name === id ? key : name;
}

/** Returns one version as text: the texts of a question, else its value. */
function textOf(side: Conflict["mine"] | undefined): string {
  if (side === null || side === undefined) return words.goneThere;
  if (typeof side !== "object") return side;
  if (Array.isArray(side)) return side.join(", ");
  if ("key" in side)
    return JSON.stringify([side.title ?? side.key, side.value, side.decimals, side.bands].filter(Boolean));
  if ("node_ids" in side) return [side.title, side.description, side.node_ids.join(", ")].filter(Boolean).join(" · ");
  if (!("question_type" in side)) return JSON.stringify(side.condition);
  const { title, description, is_required: _, ...settings } = side.data;
  return [title, description, ...Object.values(settings).map((one) => JSON.stringify(one))].filter(Boolean).join(" · ");
}
