import { type KeyboardEvent, memo, type RefObject, useEffect, useMemo, useRef, useState } from "react";
import type { GraphNode, Problem } from "../../../../../shared/domain/graph/types.ts";
import { Button } from "../../../parts/button.tsx";
import * as words from "../../../strings/en/dashboard/builder/builder.ts";
import { useEditor, useEditorState } from "../editing/useEditor.ts";
import { nameOfNode, readable } from "../types/names.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { AddPicker } from "./addPicker.tsx";
import styles from "./list.module.css";
import { rulesOf } from "./rules.ts";
import { useActions } from "./useActions.ts";

interface Props {
  problems: readonly Problem[];
}

/** The form as a list: its nodes in the array's order, each with its rules as sentences. */
export function NodeList({ problems }: Props) {
  const { history, selected } = useEditorState();
  const { graph } = history;
  const editor = useEditor();
  const [isAdding, setAdding] = useState(false);
  const list = useRef<HTMLOListElement>(null);
  const byNode = useMemo(() => Map.groupBy(problems, ({ node_id }) => node_id), [problems]);
  const table = useQuestionTable();
  const rules = useMemo(() => rulesOf(graph, table), [graph, table]);
  const actions = useActions();
  const onKeyDown = useListKeys(list);
  return (
    <nav className={styles.panel} aria-label={words.listTitle}>
      <h2 className={styles.title}>{words.listTitle}</h2>
      {graph.nodes.length === 0 && <p>{words.emptyList}</p>}
      <ol ref={list} className={styles.list} onKeyDown={onKeyDown}>
        {graph.nodes.map((node, at) => {
          const own = byNode.get(node.id) ?? [];
          const errors = own.filter(({ severity }) => severity === "error").length;
          return (
            <Row
              key={node.id}
              node={node}
              at={at}
              rules={rules(node)}
              isEntry={graph.entry_node_id === node.id}
              isFallback={graph.fallback_end_node_id === node.id}
              isSelected={node.id === selected}
              errors={errors}
              warnings={own.length - errors}
            />
          );
        })}
      </ol>
      <div className={styles.foot}>
        <Button look="primary" onPress={() => setAdding(true)}>
          {words.addTitle}
        </Button>
        <Button onPress={() => editor.select(null)}>{words.formSettings}</Button>
      </div>
      <details className={styles.keys}>
        <summary>{words.keysTitle}</summary>
        <p>{words.keysHint}</p>
      </details>
      {isAdding && <AddPicker title={words.addTitle} onClose={() => setAdding(false)} onChoose={actions.add} />}
    </nav>
  );
}

/** ↑ ↓ go through the rows, Alt moves one, Delete and Ctrl+D act on it; the focus goes with it. */
function useListKeys(list: RefObject<HTMLOListElement | null>) {
  const actions = useActions();
  const { selected } = useEditorState();
  const wanted = useRef(false);
  useEffect(() => {
    if (!wanted.current || selected === null) return;
    wanted.current = false;
    list.current?.querySelector<HTMLElement>(`[data-node="${CSS.escape(selected)}"]`)?.focus();
  }, [selected, list]);
  return (event: KeyboardEvent) => {
    const row = (event.target as HTMLElement).closest<HTMLElement>("[data-node]");
    const id = row?.dataset.node;
    if (!row || id === undefined) return;
    const by = event.key === "ArrowUp" ? -1 : event.key === "ArrowDown" ? 1 : 0;
    if (by !== 0 && event.altKey) {
      actions.move([id], by);
      // React keeps the row, and its focus, under its key
    } else if (by !== 0) {
      const rows = [...(list.current?.querySelectorAll<HTMLElement>("[data-node]") ?? [])];
      rows[rows.indexOf(row) + by]?.focus();
    } else if (event.key === "Delete") {
      wanted.current = true;
      actions.remove([id]);
    } else if (event.key.toLowerCase() === "d" && (event.ctrlKey || event.metaKey)) {
      wanted.current = true;
      actions.duplicate([id]);
    } else return;
    event.preventDefault();
  };
}

interface RowProps {
  node: GraphNode;
  at: number;
  /** what comes after it, one sentence a line */
  rules: string;
  isEntry: boolean;
  isFallback: boolean;
  isSelected: boolean;
  errors: number;
  warnings: number;
}

/** Drawn anew only when something that it shows has changed: typing in one of 500 costs as much as in one of five. */
const Row = memo(function Row({ node, at, rules, isEntry, isFallback, isSelected, errors, warnings }: RowProps) {
  const editor = useEditor();
  return (
    <li className={styles.row} data-selected={isSelected || undefined}>
      <button
        type="button"
        data-node={node.id}
        className={styles.node}
        aria-current={isSelected || undefined}
        onClick={() => editor.select(node.id)}
      >
        <span className={styles.number}>{words.place(at + 1)}</span>
        <span className={styles.name} dir="auto">
          {nameOfNode(node)}
        </span>
        <span className={styles.type}>{readable(node.question_type)}</span>
        {isEntry && <span className={styles.mark}>{words.isEntry}</span>}
        {isFallback && <span className={styles.mark}>{words.isFallback}</span>}
        {errors + warnings > 0 && (
          <span className={styles.badge} data-severity={errors > 0 ? "error" : "warning"}>
            {words.problemsOf(errors, warnings)}
          </span>
        )}
      </button>
      {rules !== "" && (
        <ul className={styles.rules}>
          {rules.split("\n").map((text, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: sentences have no name but their place
            <li key={place}>{text}</li>
          ))}
        </ul>
      )}
    </li>
  );
});
