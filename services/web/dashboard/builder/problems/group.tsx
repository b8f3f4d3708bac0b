import type { ReactNode } from "react";
import * as words from "../../../strings/en/dashboard/builder/problems.ts";
import { severityClass } from "../../../ui/tone.ts";
import styles from "./problems.module.css";

interface Props {
  title: string;
  count: number;
  severity?: "error" | "warning";
  /** the list */
  children: ReactNode;
}

/** A framed list below its title and count, in the color of its severity. */
export const Group = ({ title, count, severity, children }: Props) => (
  <section className={styles.group} data-severity={severity}>
    <h3
      className={[styles.groupTitle, severity ? severityClass(severity) : styles.plain].join(" ")}
      aria-label={words.groupTitle(title, count)}
    >
      <span>{title}</span>
      <span>{count}</span>
    </h3>
    {children}
  </section>
);
