import type { ReactNode } from "react";
import { Legend, type LegendRows, type Series } from "./legend.tsx";
import { percent } from "./plane.tsx";
import styles from "./shares.module.css";

/** A horizontal bar with its label before and its figures after it. */
export interface Share {
  key: string;
  label: ReactNode;
  /** from the axis, in the order of the legend */
  parts: readonly { series: Series; value: number }[];
  figures: ReactNode;
}

interface Props {
  label: string;
  legend?: LegendRows;
  /** on narrow screens, below the bar if they don't fit beside the label */
  areFiguresBelow?: boolean;
  /** value of the full width */
  top: number;
  shares: readonly Share[];
}

/** Horizontal bars on one axis. Figures are text, so that bar length isn't the only information. */
export function Shares({ label, legend = [], areFiguresBelow = false, top, shares }: Props) {
  return (
    <>
      <Legend rows={legend} />
      <ul className={styles.list} aria-label={label} data-below={areFiguresBelow || undefined}>
        {shares.map(({ key, label, parts, figures }) => (
          <li key={key} className={styles.row}>
            <span className={styles.label}>{label}</span>
            <svg className={styles.bar} aria-hidden="true">
              {parts.map(({ series, value }, at) => {
                const before = parts.slice(0, at).reduce((sum, part) => sum + part.value, 0);
                return (
                  <rect
                    key={series}
                    data-series={series}
                    x={percent(before / top)}
                    width={percent(value / top)}
                    height="100%"
                  />
                );
              })}
            </svg>
            <span className={styles.figures}>{figures}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
