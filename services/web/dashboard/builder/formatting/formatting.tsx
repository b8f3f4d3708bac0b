import { useEffect, useState } from "react";
import * as words from "../../../strings/en/dashboard/builder/formatting.ts";
import { Icon } from "../../../ui/icon.tsx";
import { type Format, formatted } from "./format.ts";
import styles from "./formatting.module.css";

/** A field of a text, below an element with `data-formats`. `data-text` names the text, such as `title` or `q1.options.a`. */
type Field = HTMLInputElement | HTMLTextAreaElement;

const keys: Partial<Record<string, Format>> = { b: "bold", i: "italic", k: "link" };
const buttons = [
  ["bold", <b key="b">{words.signs.bold}</b>],
  ["italic", <i key="i">{words.signs.italic}</i>],
  ["link", <Icon key="l" name="link" />],
] as const;

/**
 * Ctrl+B and Ctrl+I in fields of texts with markup, Ctrl+K over a selection, and a small bar there too (wants §21.1). `hasMarkup` says
 * by a field's `data-text` whether its text can have markup.
 */
export function Formatting({ hasMarkup }: { hasMarkup(name: string): boolean }) {
  const [field, setField] = useState<Field | null>(null);
  useEffect(() => {
    const look = () => setField(selectedField(hasMarkup));
    const onKey = (event: KeyboardEvent) => {
      const isCommand = (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      const format = isCommand ? keys[event.key.toLowerCase()] : undefined;
      // without a selection, Ctrl+K opens the palette as elsewhere
      const at = format === "link" ? selectedField(hasMarkup) : focusedField(hasMarkup);
      if (!format || !at || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      apply(at, format);
    };
    document.addEventListener("selectionchange", look);
    document.addEventListener("focusout", look);
    addEventListener("keydown", onKey, true);
    return () => {
      document.removeEventListener("selectionchange", look);
      document.removeEventListener("focusout", look);
      removeEventListener("keydown", onKey, true);
    };
  }, [hasMarkup]);
  return field && <Bar field={field} />;
}

function Bar({ field }: { field: Field }) {
  const { top, left } = field.getBoundingClientRect();
  return (
    <div
      className={styles.bar}
      style={{ insetBlockStart: Math.max(0, top), insetInlineStart: left }}
      role="toolbar"
      aria-label={words.bar}
      // the field keeps its selection
      onPointerDown={(event) => event.preventDefault()}
      onMouseDown={(event) => event.preventDefault()}
    >
      {buttons.map(([format, sign]) => (
        <button
          key={format}
          type="button"
          tabIndex={-1}
          aria-label={words.formats[format]}
          title={words.formats[format]}
          onClick={() => apply(field, format)}
        >
          {sign}
        </button>
      ))}
    </div>
  );
}

/** Replaces the selection as typing does, so that the field's own handlers and undo follow. */
function apply(field: Field, format: Format): void {
  const { selectionStart, selectionEnd, value } = field;
  const { from, to, text, selected } = formatted(value, [selectionStart ?? 0, selectionEnd ?? 0], format);
  field.focus();
  field.setSelectionRange(from, to);
  document.execCommand(text === "" ? "delete" : "insertText", false, text);
  // after the field has drawn its new text
  requestAnimationFrame(() => field.setSelectionRange(...selected));
}

function focusedField(hasMarkup: (name: string) => boolean): Field | null {
  const field = document.activeElement;
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return null;
  const { text } = field.dataset;
  return text !== undefined && hasMarkup(text) && field.closest("[data-formats]") ? field : null;
}

function selectedField(hasMarkup: (name: string) => boolean): Field | null {
  const field = focusedField(hasMarkup);
  return field && field.selectionStart !== field.selectionEnd ? field : null;
}
