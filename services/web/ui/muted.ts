import styles from "./muted.module.css";

/** Secondary text. */
export const mutedClass = styles.muted as string;
