import styles from "./bars.module.css";
import { niceMaximum } from "./niceMaximum.ts";

export interface Bar {
  name: string;
  /** what is said of it under the pointer */
  label: string;
  value: number;
  /** the part of `value` that is marked */
  marked: number;
}

interface Props {
  label: string;
  /** what a bar is, and what its marked part */
  legend: readonly [string, string];
  bars: readonly Bar[];
}

const width = 720;
const height = 180;
const gap = 0.2;

/** A bar each, from nothing to a round number. `label` says it in a sentence; the figures belong in a table beside it. */
export function Bars({ label, legend, bars }: Props) {
  const top = niceMaximum(Math.max(...bars.map(({ value }) => value)));
  const step = width / bars.length;
  const size = (value: number) => (value / top) * height;
  return (
    <figure className={styles.figure}>
      <div className={styles.legend} aria-hidden="true">
        <span>{legend[0]}</span>
        <span>{legend[1]}</span>
      </div>
      <svg role="img" aria-label={label} viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none">
        {[0, 0.5, 1].map((part) => (
          <line key={part} className={styles.line} x1={0} x2={width} y1={height * part} y2={height * part} />
        ))}
        {bars.map(({ name, label: text, value, marked }, index) => (
          <g key={name}>
            <title>{text}</title>
            <rect className={styles.hit} x={index * step} y={0} width={step} height={height} />
            <rect className={styles.bar} {...rectangle(index, step)} y={height - size(value)} height={size(value)} />
            <rect
              className={styles.marked}
              {...rectangle(index, step)}
              y={height - size(marked)}
              height={size(marked)}
            />
          </g>
        ))}
      </svg>
      <div className={styles.axis} aria-hidden="true">
        <span>{bars[0]?.name}</span>
        <span>0 – {top.toLocaleString("en")}</span>
        <span>{bars.at(-1)?.name}</span>
      </div>
    </figure>
  );
}

const rectangle = (index: number, step: number) => ({ x: (index + gap / 2) * step, width: step * (1 - gap) });
