import type { ReactNode } from "react";
import { spreadRowClass } from "./buttonRow.tsx";
import { cardClass } from "./card.ts";
import styles from "./section.module.css";

interface Props {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A titled section of a page. */
export const Section = ({ title, actions, children }: Props) => (
  <section className={styles.section}>
    <Head title={title} className={styles.title} actions={actions} />
    {children}
  </section>
);

/** A section that opens beside the page's subject, and closes by one of its `actions`. */
export const Panel = ({ title, actions, children }: Props) => (
  <section className={cardClass} aria-label={title}>
    <Head title={title} className={styles.panelTitle} actions={actions} />
    {children}
  </section>
);

function Head({ title, className, actions }: Pick<Props, "title" | "actions"> & { className: string | undefined }) {
  return (
    <div className={spreadRowClass}>
      <h2 className={className}>{title}</h2>
      {actions}
    </div>
  );
}
