import type { ReactNode } from "react";
import { spreadRowClass } from "./buttonRow.tsx";
import { cardClass } from "./card.ts";
import { WithGuide } from "./guideLink.tsx";
import type { Guide } from "./guides.ts";
import styles from "./section.module.css";

interface Props {
  title: string;
  guide?: Guide;
  actions?: ReactNode;
  children: ReactNode;
}

interface SectionProps extends Props {
  /** of its rows, beside the title */
  count?: number;
}

interface PanelProps extends Props {
  /** for `SectionLinks` */
  id?: string;
}

/** A titled section of a page. */
export const Section = ({ title, count, guide, actions, children }: SectionProps) => (
  <section className={styles.section}>
    <Head title={title} count={count} className={styles.title} guide={guide} actions={actions} />
    {children}
  </section>
);

/** A section that opens beside the page's subject, and closes by one of its `actions`. */
export const Panel = ({ id, title, guide, actions, children }: PanelProps) => (
  <section id={id} className={cardClass} aria-label={title} tabIndex={id === undefined ? undefined : -1}>
    <Head title={title} className={styles.panelTitle} guide={guide} actions={actions} />
    {children}
  </section>
);

interface HeadProps extends Pick<Props, "title" | "actions"> {
  className: string | undefined;
  count?: number | undefined;
  guide?: Guide | undefined;
}

function Head({ title, count, className, guide, actions }: HeadProps) {
  return (
    <div className={spreadRowClass}>
      <WithGuide guide={guide}>
        <h2 className={className}>
          {title}
          {count !== undefined && <span className={styles.count}> {count}</span>}
        </h2>
      </WithGuide>
      {actions}
    </div>
  );
}
