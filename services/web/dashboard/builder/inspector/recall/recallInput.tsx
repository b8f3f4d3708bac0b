import { type ChangeEvent, type ClipboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import styles from "./recall.module.css";
import { asksForRecall, type Edited, edited, type Shown, shownOffset, snapped, storedSlice } from "./recallText.ts";

/** Caret position after the next render, in the stored text. */
export interface Caret {
  at: number;
  takesFocus: boolean;
}

interface Props {
  /** of the label */
  attributes: object;
  input: RefObject<HTMLTextAreaElement | null>;
  caret: RefObject<Caret | null>;
  stored: string;
  shown: Shown;
  isOneLine: boolean;
  help: string | undefined;
  /** `isAsking`: the typed `@` opens the picker */
  onEdit(next: Edited, isAsking: boolean): void;
}

/**
 * A plain textarea of the shown text (`Why @Age?`), so that the keyboard, spelling and screen readers work. Its letters are
 * drawn by the same text behind it, which has the chips, and makes the field as high as its text.
 */
export function RecallInput(props: Props) {
  const { attributes, input, stored, shown, isOneLine, help, onEdit } = props;
  const selected = useRef(0);
  useAnchor(input, selected);
  useCaret(props);
  const edit = ({ target, nativeEvent }: ChangeEvent<HTMLTextAreaElement>) => {
    const { value, selectionEnd } = target;
    const text = isOneLine ? value.replace(/\r?\n/g, " ") : value;
    const isTyped = (nativeEvent as InputEvent).inputType === "insertText";
    onEdit(edited(stored, shown, text, selectionEnd, selected.current), isTyped && asksForRecall(text, selectionEnd));
  };
  const keepOut = ({ currentTarget: field }: { currentTarget: HTMLTextAreaElement }) => {
    const { selectionStart: from, selectionEnd: to, selectionDirection } = field;
    const [start, end] = snapped(shown, [from, to], selected.current);
    selected.current = start;
    if (start !== from || end !== to) field.setSelectionRange(start, end, selectionDirection);
  };
  const give = (field: HTMLTextAreaElement, data: DataTransfer) =>
    data.setData("text/plain", storedSlice(stored, shown, field.selectionStart, field.selectionEnd));
  const copy = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    if (selectionStart === selectionEnd) return;
    give(event.currentTarget, event.clipboardData);
    event.preventDefault();
    if (event.type === "cut") document.execCommand("delete");
  };
  return (
    <div className={styles.recall} data-lines={isOneLine ? undefined : true}>
      <div aria-hidden="true" dir="auto" className={styles.drawn}>
        <Drawn shown={shown} />
      </div>
      <textarea
        {...attributes}
        ref={input}
        dir="auto"
        rows={1}
        value={shown.text}
        aria-description={help}
        onSelect={keepOut}
        onCopy={copy}
        onCut={copy}
        onDragStart={({ currentTarget, dataTransfer }) => give(currentTarget, dataTransfer)}
        onKeyDown={(event) => {
          if (isOneLine && event.key === "Enter" && !event.nativeEvent.isComposing) event.preventDefault();
        }}
        onChange={edit}
      />
    </div>
  );
}

/** Puts the caret where an edit has left it. */
function useCaret({ input, caret, shown }: Pick<Props, "input" | "caret" | "shown">): void {
  useLayoutEffect(() => {
    const field = input.current;
    if (!field || !caret.current || caret.current.takesFocus) return;
    const place = shownOffset(shown, caret.current.at);
    caret.current = null;
    // setting the same position would end the composition of a letter
    if (field.selectionStart !== place) field.setSelectionRange(place, place);
  });
  // later, since an open popover keeps the focus
  useEffect(() => {
    if (!caret.current?.takesFocus) return;
    const place = shownOffset(shown, caret.current.at);
    caret.current = null;
    input.current?.focus();
    input.current?.setSelectionRange(place, place);
  });
}

/** Keeps the start of the selection before each edit. */
function useAnchor(input: RefObject<HTMLTextAreaElement | null>, selected: RefObject<number>): void {
  useEffect(() => {
    const field = input.current;
    const keep = () => {
      selected.current = field?.selectionStart ?? 0;
    };
    field?.addEventListener("beforeinput", keep);
    return () => field?.removeEventListener("beforeinput", keep);
  }, [input, selected]);
}

function Drawn({ shown: { text, chips } }: { shown: Shown }) {
  const ends = chips.map(({ start, shown }) => start + shown.length);
  return (
    <>
      {chips.map(({ start, shown }, at) => (
        <span key={start}>
          {text.slice(at === 0 ? 0 : ends[at - 1], start)}
          <span className={styles.chip}>{shown}</span>
        </span>
      ))}
      {text.slice(ends.at(-1) ?? 0)}
      {"\u200b"}
    </>
  );
}
