import { recallPattern } from "../../../shared/domain/graph/recalls.ts";
import styles from "./recallTitle.module.css";

/** Returns whether a title inserts an answer or a hidden field. */
export const hasRecall = (title: string): boolean => title.search(recallPattern) >= 0;

/** A title with a chip for each inserted answer or hidden field. */
export function RecallTitle({ title }: { title: string }) {
  // text, kind and name in turn
  return title.split(recallPattern).map((text, index) => {
    if (index % 3 === 0) return text;
    if (index % 3 === 1) return null;
    return (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same answer can be inserted twice
      <span key={index} dir="auto" className={styles.chip}>
        @{text}
      </span>
    );
  });
}
