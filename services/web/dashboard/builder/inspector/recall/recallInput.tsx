import { type ChangeEvent, type ClipboardEvent, type RefObject, useEffect, useLayoutEffect, useRef } from "react";
import styles from "./recall.module.css";
import { asksForRecall, type Edited, edited, type Shown, shownOffset, snapped, storedSlice } from "./recallText.ts";

/** Where the caret goes after the next drawing, in the stored text. */
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
  /** `isAsking`: an `@` was typed where it asks for an answer */
  onEdit(next: Edited, isAsking: boolean): void;
}

/**
 * A plain textarea of what the text reads like (`Why @Age?`), so that the keyboard, spelling and screen readers work as
 * everywhere. Behind it the same text is drawn with the chips' color, which also makes it as high as its text.
 */
export function RecallInput(props: Props) {
  const { attributes, input, caret, stored, shown, isOneLine, help, onEdit } = props;
  const selected = useRef(0);
  useAnchor(input, selected);
  useLayoutEffect(() => {
    const field = input.current;
    if (!field || !caret.current || caret.current.takesFocus) return;
    const place = shownOffset(shown, caret.current.at);
    caret.current = null;
    // setting it where it is would end the composition of a letter
    if (field.selectionStart !== place) field.setSelectionRange(place, place);
  });
  // later: nothing beside a popover takes the focus until it is gone
  useEffect(() => {
    if (!caret.current?.takesFocus) return;
    const place = shownOffset(shown, caret.current.at);
    caret.current = null;
    input.current?.focus();
    input.current?.setSelectionRange(place, place);
  });
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
  const copy = (event: ClipboardEvent<HTMLTextAreaElement>) => {
    const { selectionStart, selectionEnd } = event.currentTarget;
    if (selectionStart === selectionEnd) return;
    event.clipboardData.setData("text/plain", storedSlice(stored, shown, selectionStart, selectionEnd));
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
        onKeyDown={(event) => {
          if (isOneLine && event.key === "Enter" && !event.nativeEvent.isComposing) event.preventDefault();
        }}
        onChange={edit}
      />
    </div>
  );
}

/** Keeps where the selection began when an edit comes. */
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
