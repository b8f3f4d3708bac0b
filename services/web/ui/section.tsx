import type { ReactNode } from "react";
import { spreadRowClass } from "./buttonRow.tsx";
import { cardClass } from "./card.ts";
import styles from "./section.module.css";

interface Props {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}

/** A part of a page under its heading. */
export const Section = ({ title, actions, children }: Props) => (
  <section className={styles.section}>
    <Head title={title} className={styles.title} actions={actions} />
    {children}
  </section>
);

/** What is opened beside what a page is about, and closed again by one of its `actions`. */
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
