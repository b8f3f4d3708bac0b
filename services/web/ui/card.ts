import styles from "./card.module.css";

/** A bordered block of related content. */
export const cardClass = styles.card as string;
