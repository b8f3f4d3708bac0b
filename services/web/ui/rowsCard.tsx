import { type ReactNode, useId } from "react";
import { cardClass } from "./card.ts";
import { mutedClass } from "./muted.ts";
import styles from "./rowsCard.module.css";
import { RowTexts } from "./rowTexts.tsx";

interface HeadProps {
  title: ReactNode;
  text: ReactNode;
  /** of the title, which names the card */
  id?: string;
  /** controls at the end */
  children?: ReactNode;
}

/** The title of a card over its text, with controls at the end. */
export const CardHead = ({ title, text, id, children }: HeadProps) => (
  <div className={styles.head}>
    <div className={styles.texts}>
      <h2 id={id} className={styles.title}>
        {title}
      </h2>
      <p className={mutedClass}>{text}</p>
    </div>
    {children}
  </div>
);

/** The class of cards whose parts reach the edges. */
export const flushClass = `${cardClass} ${styles.flush}`;

interface Props {
  title: string;
  /** below the title */
  text?: string;
  /** beside the title and text */
  action?: ReactNode;
  /** each a `CardRow` */
  children: ReactNode;
  /** along the end, such as a `CardNote` */
  foot?: ReactNode;
}

/** A card with its title, and rows from edge to edge. */
export function RowsCard({ title, text, action, children, foot }: Props) {
  const id = useId();
  return (
    <section className={flushClass} aria-labelledby={id}>
      {text === undefined ? (
        <h2 id={id} className={`${styles.title} ${styles.head}`}>
          {title}
        </h2>
      ) : (
        <CardHead id={id} title={title} text={text}>
          {action}
        </CardHead>
      )}
      <ul className={styles.rows} aria-labelledby={id}>
        {children}
      </ul>
      {foot}
    </section>
  );
}

interface RowProps {
  /** before the name: an avatar or a `Tile` */
  picture?: ReactNode;
  name: ReactNode;
  text: ReactNode;
  /** at the end: a control or a time */
  children?: ReactNode;
}

/** A setting with its control, or a thing with its details. */
export const CardRow = ({ picture, name, text, children }: RowProps) => (
  <li className={styles.row}>
    {picture}
    <RowTexts isHeading name={name} text={text} />
    {children}
  </li>
);

/** An icon before the name of a row. */
export const Tile = ({ children }: { children: ReactNode }) => <span className={styles.tile}>{children}</span>;

interface SettingProps {
  title: string;
  /** its action can't be undone */
  isDanger?: boolean;
  text: ReactNode;
  children: ReactNode;
  /** opens below */
  below?: ReactNode;
}

/** A card of a single setting: title, text and its control. */
export function SettingCard({ title, isDanger = false, text, children, below }: SettingProps) {
  const id = useId();
  return (
    <section className={`${cardClass} ${styles.setting}`} data-danger={isDanger || undefined} aria-labelledby={id}>
      <CardHead id={id} title={title} text={text}>
        {children}
      </CardHead>
      {below}
    </section>
  );
}

/** A warning along the end of a `RowsCard`. */
export const CardNote = ({ children }: { children: ReactNode }) => <p className={styles.note}>{children}</p>;
