import styles from "./badge.module.css";
import { type Tone, toneClass } from "./tone.ts";

export type BadgeKind = "plain" | "info" | Tone;

interface Props {
  kind?: BadgeKind;
  /** it names what something is, not its state, so it has no dot; `info` always does */
  isLabel?: boolean;
  children: string;
}

/** A state in one or two words. */
export function Badge({ kind = "plain", isLabel = kind === "info", children }: Props) {
  const look = kind === "plain" || kind === "info" ? styles[kind] : toneClass(kind);
  return (
    <span className={`${styles.badge} ${look}`} data-label={isLabel || undefined}>
      {children}
    </span>
  );
}
