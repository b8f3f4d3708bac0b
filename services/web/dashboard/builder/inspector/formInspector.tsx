import { useRef } from "react";
import { useLandmark } from "react-aria/useLandmark";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/inspector.ts";
import { Labelled } from "../../../ui/fields/labelled.tsx";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import { nameOfNode } from "../types/names.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { HiddenFields } from "./hiddenFields.tsx";
import styles from "./inspector.module.css";
import { FocusPlace, Place, type Wanted } from "./place.tsx";

/** Settings of the form as a whole: start, default end screen, hidden fields. */
export function FormInspector({ wanted }: { wanted: Wanted | null }) {
  const graph = useGraph();
  const editor = useEditor();
  const table = useQuestionTable();
  const region = useRef<HTMLElement>(null);
  const { landmarkProps } = useLandmark({ role: "region", "aria-label": words.form }, region);
  const options = (isEnd: boolean, current: string | null | undefined) =>
    graph.nodes
      .filter((node) => table.factsOf(node).isEnd === isEnd || node.id === current)
      .map((node) => (
        <option key={node.id} value={node.id}>
          {nameOfNode(node)}
        </option>
      ));
  return (
    <section
      ref={region}
      {...landmarkProps}
      aria-label={words.form}
      className={styles.inspector}
      onBlur={() => editor.settle()}
    >
      <div className={styles.head}>
        <h2 className={styles.name}>{words.form}</h2>
      </div>
      <div className={styles.parts}>
        <div className={styles.part}>
          <Place name="entry">
            <Labelled label={words.entry}>
              {(attributes) => (
                <select
                  {...attributes}
                  value={graph.entry_node_id ?? ""}
                  onChange={({ target }) =>
                    editor.perform("setEntry", { id: target.value || null }, { label: steps.entry })
                  }
                >
                  <option value="">{words.none}</option>
                  {options(false, graph.entry_node_id)}
                </select>
              )}
            </Labelled>
          </Place>
          <Place name="fallback">
            <Labelled label={words.fallback} description={words.fallbackHelp}>
              {(attributes) => (
                <select
                  {...attributes}
                  value={graph.fallback_end_node_id ?? ""}
                  onChange={({ target }) =>
                    editor.perform("setFallback", { id: target.value || null }, { label: steps.fallback })
                  }
                >
                  <option value="">{words.none}</option>
                  {options(true, graph.fallback_end_node_id)}
                </select>
              )}
            </Labelled>
          </Place>
        </div>
        <div className={styles.part}>
          <HiddenFields />
        </div>
        <FocusPlace wanted={wanted} isHere />
      </div>
    </section>
  );
}
