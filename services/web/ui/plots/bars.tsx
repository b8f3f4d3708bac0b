import { countAxis } from "./axis.ts";
import styles from "./bars.module.css";
import type { LegendRows } from "./legend.tsx";
import { column, type Mark, Plane, percent } from "./plane.tsx";

export interface Bar extends Mark {
  value: number;
  /** the part of `value` that is marked */
  marked?: number;
}

interface Props {
  /** the chart in one sentence; its figures belong in a table beside it */
  label: string;
  /** names of a bar and of its marked part */
  legend?: readonly [string, string];
  bars: readonly Bar[];
  /** the free part between bars */
  gap?: number;
}

/** Bars of counts, from 0 to a round number. */
export function Bars({ label, legend, bars, gap = 0.2 }: Props) {
  const axis = countAxis(Math.max(...bars.map(({ value }) => value)));
  const height = (value: number) => ({ y: percent(1 - value / axis.top), height: percent(value / axis.top) });
  const rows: LegendRows = legend
    ? [
        { series: "main", text: legend[0] },
        { series: "marked", text: legend[1] },
      ]
    : [];
  return (
    <Plane label={label} axis={axis} marks={bars} legend={rows}>
      {() =>
        bars.map(({ name, value, marked = 0 }, at) => (
          <g key={name}>
            <rect className={styles.bar} {...column(at, bars.length, gap)} {...height(value)} />
            <rect className={styles.marked} {...column(at, bars.length, gap)} {...height(marked)} />
          </g>
        ))
      }
    </Plane>
  );
}
