import { countAxis } from "./axis.ts";
import styles from "./bars.module.css";
import { column, type Mark, Plane, percent } from "./plane.tsx";

export interface Bar extends Mark {
  value: number;
}

interface Props {
  /** the chart in one sentence; its figures belong in a table beside it */
  label: string;
  bars: readonly Bar[];
  /** counts of failures */
  isBad?: boolean;
  /** the free part between bars */
  gap?: number;
}

/** Bars of counts, from 0 to a round number. */
export function Bars({ label, bars, isBad = false, gap = 0.2 }: Props) {
  const axis = countAxis(Math.max(...bars.map(({ value }) => value)));
  const height = (value: number) => ({ y: percent(1 - value / axis.top), height: percent(value / axis.top) });
  return (
    <Plane label={label} axis={axis} marks={bars}>
      {() =>
        bars.map(({ name, value }, at) => (
          <rect
            key={name}
            className={isBad ? styles.bad : styles.bar}
            {...column(at, bars.length, gap)}
            {...height(value)}
          />
        ))
      }
    </Plane>
  );
}
