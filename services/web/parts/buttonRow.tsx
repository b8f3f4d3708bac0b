import type { ReactNode } from "react";
import styles from "./buttonRow.module.css";

/** Buttons side by side, on as many lines as they need. */
export const ButtonRow = ({ children }: { children: ReactNode }) => <div className={buttonRowClass}>{children}</div>;

/** For toolbars and groups that have a role and a name. */
export const buttonRowClass = styles.row as string;
