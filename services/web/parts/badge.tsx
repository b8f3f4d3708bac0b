import styles from "./badge.module.css";
import { type Tone, toneClass } from "./tone.ts";

export function Badge({ kind = "plain", children }: { kind?: "plain" | Tone; children: string }) {
  return <span className={`${styles.badge} ${kind === "plain" ? styles.plain : toneClass(kind)}`}>{children}</span>;
}
