import { none } from "../../strings/en/dashboard/numbers.ts";
import { toneClass } from "../../ui/tone.ts";
import styles from "./cell.module.css";
import type { CellContent } from "./cellContent.ts";

/** An answer in one line. */
export function Cell({ content }: { content: CellContent | null }) {
  if (!content) return <span className={styles.none}>{none}</span>;
  if (content.kind === "rating") {
    return <span className={`${styles.rating} ${toneClass(content.tone)}`}>{content.text}</span>;
  }
  if (content.kind === "pills") {
    return (
      <span className={styles.pills}>
        {content.items.map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two options may have one label
          <span key={index} className={styles.pill} dir="auto">
            {item}
          </span>
        ))}
      </span>
    );
  }
  return (
    <span className={styles.text} dir="auto" title={content.text}>
      {content.text}
    </span>
  );
}
