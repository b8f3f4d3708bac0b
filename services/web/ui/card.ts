import styles from "./card.module.css";

/** What belongs together on a page, below one another with a border around it. */
export const cardClass = styles.card as string;
