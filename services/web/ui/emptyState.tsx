import type { ReactNode } from "react";
import styles from "./emptyState.module.css";
import { Icon } from "./icon.tsx";
import type { IconName } from "./iconPaths.ts";

interface Props {
  title: string;
  text?: string;
  /** of what belongs here; without it, a question with two outcomes */
  icon?: IconName;
  children?: ReactNode;
}

/** An empty list or page: what belongs here, and the next step. */
export function EmptyState({ title, text, icon, children }: Props) {
  return (
    <section className={styles.empty}>
      {icon ? (
        <span className={styles.icon}>
          <Icon name={icon} size={28} />
        </span>
      ) : (
        <PathPicture />
      )}
      <h2 className={styles.title}>{title}</h2>
      {text && <p className={styles.text}>{text}</p>}
      {children}
    </section>
  );
}

/** A question with two outcomes. */
const PathPicture = () => (
  <svg aria-hidden="true" className={styles.picture} width="148" height="92" viewBox="0 0 148 92" fill="none">
    <g stroke="var(--border)" strokeWidth="1.5" strokeDasharray="5 4">
      <rect x="101" y="5" width="42" height="30" rx="8" />
      <rect x="101" y="57" width="42" height="30" rx="8" />
    </g>
    <rect
      x="5"
      y="31"
      width="46"
      height="30"
      rx="8"
      fill="var(--brand-soft)"
      stroke="var(--brand-line)"
      strokeWidth="1.5"
    />
    <path d="M51 46h12c20 0 14-26 38-26M63 46c20 0 14 26 38 26" stroke="currentColor" strokeWidth="2.5" />
    <circle cx="51" cy="46" r="4" fill="currentColor" />
    <circle cx="101" cy="20" r="4" fill="var(--coral)" />
    <circle cx="101" cy="72" r="4" fill="currentColor" />
  </svg>
);
