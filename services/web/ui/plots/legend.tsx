import styles from "./legend.module.css";

/** Style of a series. `marked` draws attention to a part. */
export type Series = "main" | "second" | "marked";

/** Series with their names. Empty for a single one, which the plot's title names. */
export type LegendRows = readonly { series: Series; text: string }[];

/** Visual only: screen readers have the plot's sentence and figures. */
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
