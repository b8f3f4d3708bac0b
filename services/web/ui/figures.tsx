import type { ReactNode } from "react";
import styles from "./figures.module.css";

/** Key figures of a page, each under its name. */
export const Figures = ({ figures }: { figures: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.figures}>
    {figures.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
);
