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
import { useQuestionTable } from "../types/questionTable.ts";
import { differencesOf } from "./differences.ts";
import type { Saving } from "./machine.ts";
import styles from "./saving.module.css";

interface Props {
  saving: Pick<Saving, "conflicts" | "changedBy">;
  onResolved(): void;
}

/** Conflicts with changes made elsewhere. Nothing is saved before the owner continues. */
export function Conflicts({ saving: { conflicts, changedBy }, onResolved }: Props) {
  const by = changedBy?.name ?? null;
  const editor = useEditor();
  const graph = useGraph();
  const [taken, setTaken] = useState<ReadonlySet<Conflict>>(new Set());
  return (
    <section className={styles.conflicts} aria-label={words.conflictTitle(by)}>
      <h2>{words.conflictTitle(by)}</h2>
      <p>{words.conflictText}</p>
      <ul>
        {conflicts.map((conflict) => (
          <li key={`${conflict.subject} ${conflict.id}`}>
            <Sides conflict={conflict} graph={graph} by={by} />
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

interface SidesProps {
  conflict: Conflict;
  graph: Graph;
  /** author of the other version; null if unknown */
  by: string | null;
}

/** Differences between both versions of a conflict. */
export function Sides({ conflict, graph, by }: SidesProps) {
  const table = useQuestionTable();
  return (
    <>
      <h3>{titleOf(conflict, graph)}</h3>
      {differencesOf(conflict, graph, table).map(({ name, mine, theirs }) => (
        <div key={name} className={styles.difference}>
          {name !== null && <h4>{name}</h4>}
          <dl>
            <dt>{words.yours}</dt>
            <dd dir="auto">{mine}</dd>
            <dt>{by ?? words.theirs}</dt>
            <dd dir="auto">{theirs}</dd>
          </dl>
        </div>
      ))}
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
