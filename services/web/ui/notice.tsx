import type { ReactNode } from "react";
import styles from "./notice.module.css";
import { type Tone, toneClass } from "./tone.ts";

/** Said where it matters, and read out when it comes: at once where something went wrong. */
export function Notice({ kind, children }: { kind: Tone; children: ReactNode }) {
  return (
    <div role={kind === "danger" ? "alert" : "status"} className={`${styles.notice} ${toneClass(kind)}`}>
      {children}
    </div>
  );
}
