import type { ReactNode } from "react";
import styles from "./notice.module.css";

export type NoticeKind = "danger" | "warning" | "good";

/** Said where it matters, and read out when it comes: at once where something went wrong. */
export function Notice({ kind, children }: { kind: NoticeKind; children: ReactNode }) {
  return (
    <div role={kind === "danger" ? "alert" : "status"} className={`${styles.notice} ${styles[kind]}`}>
      {children}
    </div>
  );
}
