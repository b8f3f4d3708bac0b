import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import type { RecallKind } from "../../../../../shared/domain/graph/recallKinds.ts";
import * as words from "../../../strings/en/dashboard/builder/translations.ts";
import { FieldProblems } from "../../../ui/fields/labelled.tsx";
import { isOnLine } from "../inspector/recall/drawnLines.ts";
import { type Caret, RecallInput } from "../inspector/recall/recallInput.tsx";
import { type NameOf, shownOf } from "../inspector/recall/recallText.ts";
import { foreignInserts, missingInserts, type TextRow } from "./rows.ts";
import styles from "./translations.module.css";

/** Moves of the keyboard between texts. */
export type Move = "next" | "previous" | "next_todo";

interface Props {
  row: TextRow;
  /** of the group */
  title: string;
  language: { tag: string; name: string };
  text: string;
  nameOf: NameOf;
  /** takes the focus once it is there */
  takesFocus: boolean;
  onFocus(): void;
  onLeave(): void;
  onChange(text: string): void;
  onCopy(): void;
  onMove(move: Move): void;
}

/** A translation, edited in place. Inserts are chips, as in the builder's fields. */
export function TextCell({ row, title, language, text, nameOf, takesFocus, ...on }: Props) {
  const input = useRef<HTMLTextAreaElement>(null);
  const caret = useRef<Caret | null>(null);
  const id = useId();
  const lacking = text === "" ? [] : missingInserts(row.source, text);
  useEffect(() => {
    if (takesFocus) input.current?.focus();
  }, [takesFocus]);
  const put = (stored: string, at: number, isFocused: boolean) => {
    caret.current = { at, takesFocus: isFocused };
    on.onChange([...stored].slice(0, row.limit).join(""));
  };
  const insert = () => {
    const more = `${text} ${lacking.join(" ")}`;
    put(more, more.length, true);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    if (event.nativeEvent.isComposing || event.target !== input.current) return;
    const act = actionOf(event, input.current, row.hasLines);
    if (!act) return;
    event.preventDefault();
    if (act === "copy") on.onCopy();
    else on.onMove(act);
  };
  const problems = problemsOf(lacking, foreignInserts(row.source, text), nameOf);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are those of the field inside
    <div
      className={styles.cell}
      data-empty={text === "" || undefined}
      onFocus={on.onFocus}
      onBlur={on.onLeave}
      onKeyDown={onKeyDown}
    >
      <RecallInput
        attributes={{
          "aria-label": words.cell(row.label, title, language.name),
          "data-key": row.key,
          "data-text": row.key,
          lang: language.tag,
          placeholder: words.addTranslation,
          ...(problems.length > 0 && { "aria-invalid": true, "aria-describedby": `${id}-problems` }),
        }}
        input={input}
        caret={caret}
        stored={text}
        shown={shownOf(text, nameOf)}
        isOneLine={!row.hasLines}
        help={undefined}
        onEdit={({ stored, caret: at }) => put(stored, at, false)}
      />
      {problems.length > 0 && (
        <Faults id={`${id}-problems`} problems={problems} onInsert={lacking.length > 0 ? insert : undefined} />
      )}
      {[...text].length >= row.limit && <p className={styles.limit}>{words.tooLong(row.limit)}</p>}
    </div>
  );
}

interface FaultsProps {
  id: string;
  problems: string[];
  /** missing if there is nothing to insert */
  onInsert: (() => void) | undefined;
}

const Faults = ({ id, problems, onInsert }: FaultsProps) => (
  <div className={styles.lacking}>
    <FieldProblems id={id} problems={problems} />
    {onInsert && (
      <button type="button" className={`text-link ${styles.insert}`} onClick={onInsert}>
        {words.insert}
      </button>
    )}
  </div>
);

/** Says which inserts of the original the text lacks, and which it has besides. */
function problemsOf(lacking: string[], foreign: string[], nameOf: NameOf): string[] {
  const namesOf = (inserts: string[]) => inserts.map((one) => nameIn(one, nameOf)).join(", ");
  return [
    ...(lacking.length > 0 ? [words.lacksInsert(namesOf(lacking))] : []),
    ...(foreign.length > 0 ? [words.foreignInsert(namesOf(foreign))] : []),
  ];
}

function nameIn(recall: string, nameOf: NameOf): string {
  const [kind = "", name = ""] = recall.slice(2, -2).split(/:(.*)/s);
  return nameOf(kind as RecallKind, name);
}

/** Arrows leave a text at its first and last line. Enter is a line break in texts with lines. */
function actionOf(event: KeyboardEvent, field: HTMLTextAreaElement, hasLines: boolean): Move | "copy" | null {
  const { key, shiftKey, altKey } = event;
  const isCommand = event.ctrlKey || event.metaKey;
  if (isCommand && key === "Enter") return "next_todo";
  if (isCommand && key.toLowerCase() === "d") return "copy";
  if (isCommand || altKey) return null;
  if (key === "Enter" && !hasLines) return shiftKey ? "previous" : "next";
  if (shiftKey || field.selectionStart !== field.selectionEnd) return null;
  if (key === "ArrowDown" && isOnLine(field, field.value.length)) return "next";
  return key === "ArrowUp" && isOnLine(field, 0) ? "previous" : null;
}
