import { Suspense, useRef } from "react";
import { useLandmark } from "react-aria/useLandmark";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/inspector.ts";
import { lazyPart } from "../../../ui/lazyPart.ts";
import { SelectField } from "../../../ui/selectField.tsx";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import { nameOfNode } from "../types/names.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import { HiddenFields } from "./hiddenFields.tsx";
import styles from "./inspector.module.css";
import { FocusPlace, Place, type Wanted } from "./place.tsx";

// with the panels, which load ahead
const MarkupSwitch = lazyPart(() => import("../panels.ts"), "MarkupSwitch");

/** Settings of the form as a whole: start, default end screen, hidden fields. */
export function FormInspector({ wanted }: { wanted: Wanted | null }) {
  const graph = useGraph();
  const editor = useEditor();
  const region = useRef<HTMLElement>(null);
  const { landmarkProps } = useLandmark({ role: "region", "aria-label": words.form }, region);
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
            <NodeSelect
              label={words.entry}
              value={graph.entry_node_id}
              isEnd={false}
              onChange={(id) => editor.perform("setEntry", { id }, { label: steps.entry })}
            />
          </Place>
          <Place name="fallback">
            <NodeSelect
              label={words.fallback}
              description={words.fallbackHelp}
              value={graph.fallback_end_node_id}
              isEnd
              onChange={(id) => editor.perform("setFallback", { id }, { label: steps.fallback })}
            />
          </Place>
        </div>
        <div className={styles.part}>
          <Place name="hidden">
            <HiddenFields />
          </Place>
        </div>
        <div className={styles.part}>
          <Place name="markup">
            <Suspense>
              <MarkupSwitch />
            </Suspense>
          </Place>
        </div>
        <FocusPlace wanted={wanted} isHere />
      </div>
    </section>
  );
}

interface NodeSelectProps {
  label: string;
  description?: string;
  value: string | null | undefined;
  /** offers end screens, or everything else */
  isEnd: boolean;
  onChange(id: string | null): void;
}

function NodeSelect({ label, description, value, isEnd, onChange }: NodeSelectProps) {
  const { nodes } = useGraph();
  const table = useQuestionTable();
  const offered = nodes.filter((node) => table.factsOf(node).isEnd === isEnd || node.id === value);
  return (
    <SelectField
      label={label}
      description={description}
      value={value ?? ""}
      options={[["", words.none], ...offered.map((node): [string, string] => [node.id, nameOfNode(node)])]}
      onChange={(id) => onChange(id || null)}
    />
  );
}
