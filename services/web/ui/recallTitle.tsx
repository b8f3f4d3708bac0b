import { recallPattern } from "../../../shared/domain/graph/recalls.ts";
import styles from "./recallTitle.module.css";
import { plainTitle, recallName } from "./titleText.ts";

/** Returns whether a title inserts an answer or a hidden field. */
export const hasRecall = (title: string): boolean => title.search(recallPattern) >= 0;

interface Props {
  title: string;
  /** text of a chip; default: the question that it names, or its id */
  nameOf?(kind: string, id: string): string;
}

/** A title with a chip for each inserted answer or hidden field. */
export function RecallTitle({ title, nameOf = recallName }: Props) {
  // text, kind and name in turn
  return plainTitle(title)
    .split(recallPattern)
    .map((text, index, all) => {
      if (index % 3 === 0) return text;
      if (index % 3 === 1) return null;
      return (
        <span
          // biome-ignore lint/suspicious/noArrayIndexKey: the same answer can be inserted twice
          key={index}
          dir="auto"
          className={styles.chip}
          data-tight={/^\p{P}/u.test(all[index + 1] ?? "") || undefined}
        >
          @{nameOf(all[index - 1] ?? "", text)}
        </span>
      );
    });
}
