import type { ReactNode } from "react";
import { productName } from "../../strings/en/dashboard/app.ts";
import styles from "./entryLayout.module.css";

interface Props {
  title: string;
  text?: string;
  /** links to the other entry pages */
  links?: ReactNode;
  children?: ReactNode;
}

export function EntryCard({ title, text, links, children }: Props) {
  return (
    <div className={styles.card}>
      <title>{`${title} · ${productName}`}</title>
      <h1 className={styles.title}>{title}</h1>
      {text && <p className={styles.text}>{text}</p>}
      {children}
      {links && <div className={styles.links}>{links}</div>}
    </div>
  );
}
