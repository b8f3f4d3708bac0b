import type { ReactNode } from "react";
import { breadcrumb } from "../strings/en/dashboard/breadcrumb.ts";
import styles from "./breadcrumb.module.css";

/** The head of a page, below the link to the list that it belongs to. */
export const Breadcrumb = ({ link, children }: { link: ReactNode; children: ReactNode }) => (
  <div className={styles.head}>
    <nav aria-label={breadcrumb} className={styles.breadcrumb}>
      {link}
    </nav>
    {children}
  </div>
);
