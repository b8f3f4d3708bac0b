import styles from "./muted.module.css";

/** Secondary text. */
export const mutedClass = styles.muted as string;

/** A page's introduction, close below its title. */
export const introClass = styles.intro as string;
