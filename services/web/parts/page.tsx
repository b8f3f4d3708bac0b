import type { ReactNode } from "react";
import { productName } from "../strings/en/dashboard/app.ts";
import styles from "./page.module.css";

interface Props {
  title: string;
  /** buttons beside the title */
  actions?: ReactNode;
  children: ReactNode;
}

/** A page with its heading, as wide as can be read well. */
export function Page({ title, actions, children }: Props) {
  return (
    <div className={styles.page}>
      <title>{`${title} · ${productName}`}</title>
      <div className={styles.head}>
        <h1 className={styles.title}>{title}</h1>
        {actions && <div className={styles.actions}>{actions}</div>}
      </div>
      {children}
    </div>
  );
}
