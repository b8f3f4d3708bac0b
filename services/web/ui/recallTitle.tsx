import styles from "./recallTitle.module.css";

const recall = /\{\{(?:answer|hidden|calculation|band):([^{}]*)\}\}/;

/** Returns whether a title inserts an answer or a hidden field. */
export const hasRecall = (title: string): boolean => recall.test(title);

/** A title with a chip for each inserted answer or hidden field. */
export function RecallTitle({ title }: { title: string }) {
  return title.split(new RegExp(recall, "g")).map((text, index) =>
    index % 2 === 0 ? (
      text
    ) : (
      // biome-ignore lint/suspicious/noArrayIndexKey: the same answer can be inserted twice
      <span key={index} dir="auto" className={styles.chip}>
        @{text}
      </span>
    ),
  );
}
