import { Suspense, useRef, useState } from "react";
import * as words from "../../../../strings/en/dashboard/builder/recall.ts";
import { Labelled } from "../../../../ui/fields/labelled.tsx";
import { textOrNothing } from "../../../../ui/fields/simpleFields.tsx";
import { lazyPart } from "../../../../ui/lazyPart.ts";
import { useAnnounce } from "../../editing/announcer.tsx";
import { useGraph } from "../../editing/useEditor.ts";
import { useQuestionTable } from "../../types/questionTable.ts";
import type { FieldProps } from "../kinds/props.ts";
import styles from "./recall.module.css";
import { chipName, type Recallable, recallablesAt } from "./recallable.ts";
import { type Caret, RecallInput } from "./recallInput.tsx";
import { type Edited, shownOf, storedOffset } from "./recallText.ts";

const RecallPicker = lazyPart(() => import("./recallPicker.tsx"), "RecallPicker");

/** A text that can insert earlier answers, by a button or by typing `@`. */
export function RecallField(props: FieldProps) {
  const { field, node, value, problems, onChange } = props;
  const graph = useGraph();
  const announce = useAnnounce();
  const recallables = recallablesAt({ graph, from: node.id, table: useQuestionTable() });
  const stored = typeof value === "string" ? value : "";
  const nameOf = chipName(graph);
  const shown = shownOf(stored, (kind, name) => `@${nameOf(kind, name)}`);
  const input = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<Caret | null>(null);
  /** range of the stored text that the picked answer replaces; null: the picker is closed */
  const [replaced, setReplaced] = useState<readonly [number, number] | null>(null);
  const change = (next: Edited, takesFocus: boolean) => {
    caret.current = { at: next.caret, takesFocus };
    onChange(textOrNothing(props, next.stored));
  };
  const choose = ({ recall, name }: Recallable) => {
    const [from, to] = replaced ?? [stored.length, stored.length];
    setReplaced(null);
    change({ stored: stored.slice(0, from) + recall + stored.slice(to), caret: from + recall.length }, true);
    announce(words.inserted(name));
  };
  const close = () => {
    if (replaced) caret.current = { at: replaced[1], takesFocus: true };
    setReplaced(null);
  };
  const insert = () => {
    const { selectionStart, selectionEnd } = input.current as HTMLTextAreaElement;
    setReplaced([storedOffset(shown, selectionStart), storedOffset(shown, selectionEnd)]);
  };
  return (
    <Labelled label={field.label} description={field.description} problems={problems}>
      {(attributes) => (
        <>
          <RecallInput
            attributes={{ ...attributes, "data-text": field.key }}
            input={input}
            caret={caret}
            stored={stored}
            shown={shown}
            isOneLine={field.kind === "text"}
            help={recallables.length > 0 ? words.help : undefined}
            onEdit={(next, isAsking) => {
              change(next, false);
              if (isAsking && recallables.length > 0) setReplaced([next.caret - 1, next.caret]);
            }}
          />
          {recallables.length > 0 && <InsertButton label={field.label} onPress={insert} />}
          {replaced && (
            <Suspense>
              <RecallPicker anchor={input} recallables={recallables} onChoose={choose} onClose={close} />
            </Suspense>
          )}
        </>
      )}
    </Labelled>
  );
}

const InsertButton = ({ label, onPress }: { label: string; onPress: () => void }) => (
  <button type="button" className={`text-link ${styles.insert}`} aria-label={words.insertInto(label)} onClick={onPress}>
    <span aria-hidden="true">@</span> {words.insert}
  </button>
);
