import styles from "./legend.module.css";

export type Series = "main" | "second";

/** Names of series in the colors of the chart. None if the chart's title names its only series. */
export type LegendRows = readonly { series: Series; text: string }[];

/** Hidden from screen readers: they read the chart's text and its table. `lines`: swatches as the lines of a chart. */
export function Legend({ rows, lines = false }: { rows: LegendRows; lines?: boolean }) {
  if (rows.length === 0) return null;
  return (
    <div className={styles.legend} data-lines={lines || undefined} aria-hidden="true">
      {rows.map(({ series, text }) => (
        <span key={series} data-series={series}>
          {text}
        </span>
      ))}
    </div>
  );
}
