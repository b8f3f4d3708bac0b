import * as words from "../../strings/en/dashboard/insights.ts";
import type { FunnelRow } from "./funnelRows.ts";
import styles from "./insights.module.css";

/** Two lines of it; the table has it whole. */
export function NodeName({ row: { number, title } }: { row: FunnelRow }) {
  return (
    <span className={styles.name}>
      <span className={styles.number}>{number}</span>
      <span className={styles.clamped} dir="auto" title={title}>
        {title || words.noTitle}
      </span>
    </span>
  );
}

export function FunnelFigures({ row: { reached, left, drop_off_rate: rate } }: { row: FunnelRow }) {
  return (
    <span className={styles.funnelFigures}>
      <span>{words.reachedBy(reached)}</span>
      <span className={styles.left}>{words.left(left, rate)}</span>
    </span>
  );
}
