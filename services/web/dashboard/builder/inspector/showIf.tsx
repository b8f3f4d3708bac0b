import { type RefObject, Suspense, useEffect, useId, useRef, useState } from "react";
import type { Condition, GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { steps } from "../../../strings/en/dashboard/builder/builder.ts";
import * as words from "../../../strings/en/dashboard/builder/inspector.ts";
import { Button } from "../../../ui/button.tsx";
import type { FieldProblem } from "../../../ui/fields/field.ts";
import { FieldProblems } from "../../../ui/fields/labelled.tsx";
import { GuideLink } from "../../../ui/guideLink.tsx";
import { Icon } from "../../../ui/icon.tsx";
import { lazyPart } from "../../../ui/lazyPart.ts";
import { useArrival } from "../conditions/arrival.ts";
import { firstComparison } from "../conditions/operands.ts";
import { shownIfText } from "../conditions/sentence.ts";
import { useEditor, useGraph } from "../editing/useEditor.ts";
import { useQuestionTable } from "../types/questionTable.ts";
import styles from "./inspector.module.css";

const ConditionEditor = lazyPart(() => import("./logicParts.ts"), "ConditionEditor");

interface Props {
  /** names the buttons: the question, or one of its options */
  name: string;
  condition: unknown;
  /** the node of the condition */
  from: string;
  problems?: readonly FieldProblem[];
  onChange(condition: Condition | null): void;
}

/** A condition as a sentence, which opens to a form, or a button that adds one. */
export function ShowIf({ name, condition = null, from, problems = [], onChange }: Props) {
  const reading = useArrival(from);
  const [isOpen, setOpen] = useState(false);
  const [isAdded, setAdded] = useState(false);
  const form = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLDivElement>(null);
  const id = useId();
  if (condition === null) {
    const add = () => {
      onChange(firstComparison(reading));
      setOpen(true);
      setAdded(true);
    };
    return (
      <div ref={button} className={styles.addShowIf}>
        <Button look="plain" size="small" icon="eye" aria-label={words.addShowIfTo(name)} onPress={add}>
          {words.addShowIf}
        </Button>
      </div>
    );
  }
  const remove = () => {
    onChange(null);
    setOpen(false);
    // the button takes its place
    requestAnimationFrame(() => button.current?.querySelector("button")?.focus());
  };
  return (
    <div className={styles.showIf} data-open={isOpen || undefined}>
      <div className={styles.showIfHead}>
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
        >
          <Icon name="eye" size={14} />
          <span dir="auto">{shownIfText(condition, reading)}</span>
          <Icon name={isOpen ? "chevron-up" : "chevron-down"} size={14} />
        </button>
        {isOpen && <GuideLink to="logic" />}
        <Button look="plain" size="small" icon="x" aria-label={words.removeShowIf(name)} onPress={remove} />
      </div>
      <FieldProblems problems={problems} />
      {isOpen && (
        // biome-ignore lint/a11y/useSemanticElements: it has more than fields
        <div ref={form} id={id} role="group" aria-label={words.showIfOf(name)} className={styles.showIfForm}>
          <Suspense>
            <ConditionEditor
              condition={condition}
              reading={reading}
              onChange={(next) => (next ? onChange(next) : remove())}
            />
            {isAdded && <FocusField form={form} />}
          </Suspense>
        </div>
      )}
    </div>
  );
}

/** Moves the focus to the first field once the form is loaded. */
function FocusField({ form }: { form: RefObject<HTMLDivElement | null> }) {
  useEffect(() => form.current?.querySelector("select")?.focus(), [form]);
  return null;
}

/** The `show_if` of a question. The start and end screens are always shown: theirs can only be removed. */
export function NodeShowIf({
  node,
  name,
  problems,
}: {
  node: GraphNode;
  name: string;
  problems: readonly FieldProblem[];
}) {
  const editor = useEditor();
  const { entry_node_id } = useGraph();
  const { isEnd } = useQuestionTable().factsOf(node);
  const isAlwaysShown = entry_node_id === node.id || isEnd;
  const condition = node.data?.show_if ?? null;
  if (condition === null && isAlwaysShown) return null;
  return (
    <ShowIf
      name={name}
      condition={condition}
      from={node.id}
      problems={problems}
      onChange={(next) =>
        editor.perform(
          "setData",
          { id: node.id, show_if: next ?? undefined },
          { label: steps.showIf, ...(next && condition !== null && { key: `show_if:${node.id}` }) },
        )
      }
    />
  );
}
