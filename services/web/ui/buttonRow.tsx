import type { ReactNode } from "react";
import styles from "./buttonRow.module.css";

/** A row of buttons that wraps. */
export const ButtonRow = ({ children }: { children: ReactNode }) => <div className={buttonRowClass}>{children}</div>;

/** For toolbars and groups with a role and a name. */
export const buttonRowClass = styles.row as string;

/** A row of texts, links and buttons. */
export const mixedRowClass = styles.mixed as string;

/** A name at the start and actions at the end of a line. */
export const spreadRowClass = styles.spread as string;
