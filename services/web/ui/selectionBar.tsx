import type { ReactNode } from "react";
import * as words from "../strings/en/dashboard/app.ts";
import { Button } from "./button.tsx";
import styles from "./selectionBar.module.css";

interface Props {
  /** number of selected rows */
  count: number;
  /** buttons */
  children: ReactNode;
  onClear(): void;
}

/** Actions for the selected rows of a list. */
export const SelectionBar = ({ count, children, onClear }: Props) => (
  <section className={styles.bar} aria-label={words.selection}>
    <strong role="status">{words.selected(count)}</strong>
    {children}
    <Button size="small" look="plain" onPress={onClear}>
      {words.clearSelection}
    </Button>
  </section>
);
