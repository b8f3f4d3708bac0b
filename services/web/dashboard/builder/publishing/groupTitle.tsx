import * as words from "../../../strings/en/dashboard/builder/problems.ts";
import { severityClass } from "../../../ui/tone.ts";
import styles from "./publishing.module.css";

interface Props {
  title: string;
  count: number;
  severity?: "error" | "warning";
}

/** A group's title with its count, in the color of its severity. */
export const GroupTitle = ({ title, count, severity }: Props) => (
  <h3
    className={[styles.groupTitle, severity ? severityClass(severity) : styles.plain].join(" ")}
    aria-label={words.groupTitle(title, count)}
  >
    <span>{title}</span>
    <span>{count}</span>
  </h3>
);
