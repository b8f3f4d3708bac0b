import type { ReactNode } from "react";
import styles from "./tabs.module.css";

interface Props {
  label: string;
  /** each a `<Link className={tabLinkClass}>` */
  children: ReactNode;
}

/** Tabs that are pages of their own. */
export const TabLinks = ({ label, children }: Props) => (
  <nav aria-label={label} className={styles.list} data-wide>
    {children}
  </nav>
);

export const tabLinkClass = styles.tab as string;
