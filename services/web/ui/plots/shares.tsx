import type { ReactNode } from "react";
import { percent } from "./plane.tsx";
import styles from "./shares.module.css";

interface Share {
  key: string;
  label: ReactNode;
  value: number;
  figures: ReactNode;
}

interface Props {
  label: string;
  /** the value of a full bar */
  top: number;
  shares: readonly Share[];
}

/** Horizontal bars, each under its label and figures. */
export const Shares = ({ label, top, shares }: Props) => (
  <ul className={styles.list} aria-label={label}>
    {shares.map(({ key, label, value, figures }) => (
      <li key={key} className={styles.row}>
        <span className={styles.label}>{label}</span>
        <span className={styles.figures}>{figures}</span>
        <span className={styles.track} aria-hidden="true">
          <span className={styles.bar} style={{ inlineSize: percent(value / top) }} />
        </span>
      </li>
    ))}
  </ul>
);
