import { countAxis } from "./axis.ts";
import styles from "./line.module.css";
import { type Mark, Plane, percent } from "./plane.tsx";

export interface Point extends Mark {
  value: number;
  /** the part of `value` that the second line shows */
  part: number;
}

interface Props {
  /** the chart in one sentence; its figures belong in a table beside it */
  label: string;
  points: readonly Point[];
}

/** Two counts over time, the second a part of the first. A single point is a dot. */
export function Line({ label, points }: Props) {
  const axis = countAxis(Math.max(...points.map(({ value }) => value)));
  const x = (at: number) => (at + 0.5) / points.length;
  const y = (value: number) => 1 - value / axis.top;
  const path = (countOf: (point: Point) => number) =>
    points.map((point, at) => `${at === 0 ? "M" : "L"}${x(at) * 100} ${y(countOf(point)) * 100}`).join("");
  const part = path(({ part }) => part);
  return (
    <Plane label={label} axis={axis} marks={points} cursor="line">
      {(active) => (
        <>
          <svg viewBox="0 0 100 100" preserveAspectRatio="none" className={styles.lines} aria-hidden="true">
            <path className={styles.area} d={`${part}V100H${x(0) * 100}Z`} />
            <path className={styles.whole} d={path(({ value }) => value)} />
            <path className={styles.part} d={part} />
          </svg>
          {points.map(({ name, value, part }, at) =>
            at === active || points.length === 1 ? (
              <g key={name}>
                <circle className={styles.wholeDot} r="4" cx={percent(x(at))} cy={percent(y(value))} />
                <circle className={styles.partDot} r="4.5" cx={percent(x(at))} cy={percent(y(part))} />
              </g>
            ) : null,
          )}
        </>
      )}
    </Plane>
  );
}
