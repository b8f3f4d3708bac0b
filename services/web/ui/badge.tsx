import styles from "./badge.module.css";
import { type Tone, toneClass } from "./tone.ts";

export type BadgeKind = "plain" | "info" | Tone;

/** A state in one or two words. `info` is a label, so it has no dot. */
export function Badge({ kind = "plain", children }: { kind?: BadgeKind; children: string }) {
  const look = kind === "plain" || kind === "info" ? styles[kind] : toneClass(kind);
  return <span className={`${styles.badge} ${look}`}>{children}</span>;
}
