import type { ReactNode } from "react";
import styles from "./buttonRow.module.css";

/** Buttons side by side, on as many lines as they need. */
export const ButtonRow = ({ children }: { children: ReactNode }) => <div className={buttonRowClass}>{children}</div>;

/** For toolbars and groups that have a role and a name. */
export const buttonRowClass = styles.row as string;

/** The same of texts, links and buttons. */
export const mixedRowClass = styles.mixed as string;

/** What a thing is called, and at the other end of the line what can be done with it. */
export const spreadRowClass = styles.spread as string;
