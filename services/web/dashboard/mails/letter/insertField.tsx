import { useRef } from "react";
import * as words from "../../../strings/en/dashboard/letters.ts";
import { Button } from "../../../ui/button.tsx";
import { ActionMenu, type MenuAction } from "../../../ui/menu.tsx";
import { TextField } from "../../../ui/textField.tsx";
import styles from "./letter.module.css";

/** Something that a letter can insert. */
export interface Insert extends Pick<MenuAction, "label" | "detail" | "startsGroup"> {
  /** without its braces: `form:title` */
  recall: string;
}

interface Props {
  label: string;
  inserts: readonly Insert[];
  name?: string;
  description?: string;
  rows?: number;
  maxLength: number;
  isRequired?: boolean;
  value: string;
  onChange: (value: string) => void;
}

/** A text with a menu that inserts details of the response and the form at the cursor. */
export function InsertField({ inserts, label, ...props }: Props) {
  const field = useRef<HTMLDivElement>(null);
  const insert = (recall: string) => {
    const input = field.current?.querySelector<HTMLInputElement | HTMLTextAreaElement>("input, textarea");
    if (!input) return;
    input.setRangeText(`{{${recall}}}`, input.selectionStart ?? 0, input.selectionEnd ?? 0, "end");
    // React hears of it as of typing
    input.dispatchEvent(new Event("input", { bubbles: true }));
  };
  return (
    <div ref={field} className={styles.insertField}>
      <TextField label={label} {...props} />
      <div className={styles.insert}>
        <ActionMenu
          label={words.insertInto(label)}
          actions={inserts.map(({ recall, ...action }) => ({ ...action, id: recall, onAction: () => insert(recall) }))}
          trigger={
            <Button look="plain" size="small" icon="plus" aria-label={words.insertInto(label)}>
              {words.insert}
            </Button>
          }
        />
      </div>
    </div>
  );
}
