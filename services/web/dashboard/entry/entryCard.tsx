import type { ReactNode } from "react";
import { productName } from "../../strings/en/dashboard/app.ts";
import styles from "./entryLayout.module.css";

interface Props {
  title: string;
  text?: ReactNode;
  /** links to the other pages */
  links?: ReactNode;
  children?: ReactNode;
}

export function EntryCard({ title, text, links, children }: Props) {
  return (
    <div className={styles.card}>
      <title>{`${title} · ${productName}`}</title>
      <div className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {text && <p className={styles.text}>{text}</p>}
      </div>
      {children}
      {links && <div className={styles.links}>{links}</div>}
    </div>
  );
}
