import styles from "./legend.module.css";

/** How a series is drawn; `marked`: a part that somebody should look at. */
export type Series = "main" | "second" | "marked";

/** Names of series as they are drawn; nothing where there is one alone, which the plot's title names. */
export type LegendRows = readonly { series: Series; text: string }[];

/** For eyes: what reads a page out has the plot's sentence and its figures. */
export function Legend({ rows }: { rows: LegendRows }) {
  if (rows.length === 0) return null;
  return (
    <div className={styles.legend} aria-hidden="true">
      {rows.map(({ series, text }) => (
        <span key={series} data-series={series}>
          {text}
        </span>
      ))}
    </div>
  );
}
