import type { RefObject } from "react";
import { useFilter } from "react-aria/useFilter";
import { Autocomplete, Dialog, Input, Label, ListBox, ListBoxItem, Popover, TextField } from "react-aria-components";
import * as words from "../../../../strings/en/dashboard/builder/recall.ts";
import styles from "./recall.module.css";
import type { Recallable } from "./recallable.ts";

interface Props {
  anchor: RefObject<HTMLElement | null>;
  recallables: readonly Recallable[];
  onChoose(recallable: Recallable): void;
  onClose(): void;
}

/** A searchable list of the answers that can be inserted. */
export function RecallPicker({ anchor, recallables, onChoose, onClose }: Props) {
  const { contains } = useFilter({ sensitivity: "base" });
  const choose = (key: unknown) => {
    const chosen = recallables.find(({ recall }) => recall === key);
    if (chosen) onChoose(chosen);
  };
  return (
    <Popover
      triggerRef={anchor}
      isOpen
      placement="bottom start"
      className={styles.popover as string}
      onOpenChange={(isOpen) => isOpen || onClose()}
    >
      <Dialog aria-label={words.insert} className={styles.dialog as string}>
        <Autocomplete filter={contains}>
          <TextField autoFocus className={styles.search as string}>
            <Label>{words.search}</Label>
            <Input />
          </TextField>
          <ListBox
            aria-label={words.list}
            className={styles.list as string}
            selectionMode="none"
            onAction={choose}
            renderEmptyState={() => words.none}
          >
            {recallables.map(({ recall, name, detail }) => (
              <ListBoxItem key={recall} id={recall} textValue={name} className={styles.item as string}>
                <span dir="auto">{name}</span>
                <span className={styles.detail}>{detail}</span>
              </ListBoxItem>
            ))}
          </ListBox>
        </Autocomplete>
      </Dialog>
    </Popover>
  );
}
