import { type ReactNode, useId } from "react";
import { cardClass } from "./card.ts";
import styles from "./rowsCard.module.css";

interface Props {
  title: string;
  /** each a `CardRow` */
  children: ReactNode;
  /** a note along the end, a `CardNote` */
  foot?: ReactNode;
}

/** A card with its title, and settings in rows from edge to edge. */
export function RowsCard({ title, children, foot }: Props) {
  const id = useId();
  return (
    <section className={`${cardClass} ${styles.card}`} aria-labelledby={id}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <ul className={styles.rows}>{children}</ul>
      {foot}
    </section>
  );
}

interface RowProps {
  /** before the name */
  tile?: ReactNode;
  name: ReactNode;
  text: ReactNode;
  /** the control at the end */
  children: ReactNode;
}

/** A setting with its control. */
export const CardRow = ({ tile, name, text, children }: RowProps) => (
  <li className={styles.row}>
    {tile && <span className={styles.tile}>{tile}</span>}
    <div className={styles.texts}>
      <h3 className={styles.name}>{name}</h3>
      <p className={styles.text}>{text}</p>
    </div>
    {children}
  </li>
);

interface SettingProps {
  title: string;
  /** its action can't be undone */
  isDanger?: boolean;
  text: ReactNode;
  children: ReactNode;
}

/** A card of a single setting: title, text and its control. */
export function SettingCard({ title, isDanger = false, text, children }: SettingProps) {
  const id = useId();
  return (
    <section className={`${cardClass} ${styles.setting}`} data-danger={isDanger || undefined} aria-labelledby={id}>
      <div className={styles.texts}>
        <h2 id={id} className={styles.heading}>
          {title}
        </h2>
        <p className={styles.text}>{text}</p>
      </div>
      {children}
    </section>
  );
}

/** A warning along the end of a `RowsCard`. */
export const CardNote = ({ children }: { children: ReactNode }) => <p className={styles.note}>{children}</p>;
