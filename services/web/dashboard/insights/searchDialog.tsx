import { useState } from "react";
import { cancel } from "../../strings/en/dashboard/app.ts";
import { apply } from "../../strings/en/dashboard/filters.ts";
import * as words from "../../strings/en/dashboard/insights.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/buttonRow.tsx";
import { Dialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/textField.tsx";
import styles from "./insights.module.css";

interface Props {
  search: string;
  onApply: (search: string) => void;
  onClose: () => void;
}

/** Asks for a word of the answers that the charts count. */
export function SearchDialog({ search, onApply, onClose }: Props) {
  const [typed, setTyped] = useState(search);
  return (
    <Dialog title={words.searchTitle} onClose={onClose}>
      <form
        className={styles.search}
        onSubmit={(event) => {
          event.preventDefault();
          onApply(typed.trim());
        }}
      >
        <TextField
          label={words.searchLabel}
          type="search"
          maxLength={500}
          autoFocus
          value={typed}
          onChange={setTyped}
        />
        <ButtonRow>
          <Button type="submit" look="primary">
            {apply}
          </Button>
          <Button onPress={onClose}>{cancel}</Button>
        </ButtonRow>
      </form>
    </Dialog>
  );
}
