import styles from "./muted.module.css";

/** What stands beside the thing itself, and is read second. */
export const mutedClass = styles.muted as string;
