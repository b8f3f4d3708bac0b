import type { ReactNode } from "react";
import styles from "./notice.module.css";
import { type Tone, toneClass } from "./tone.ts";

/** A message in the page. Screen readers announce it, errors immediately. */
export function Notice({ kind, children }: { kind: Tone; children: ReactNode }) {
  return (
    <div role={kind === "danger" ? "alert" : "status"} className={`${styles.notice} ${toneClass(kind)}`}>
      {children}
    </div>
  );
}
