import { numberText } from "../../strings/en/dashboard/numbers.ts";
import { percent } from "./plane.tsx";
import styles from "./rangePlot.module.css";

interface Props {
  /** a sentence that describes the plot, with its figures */
  label: string;
  /** of the scale */
  ends: readonly [number, number];
  min: number;
  max: number;
  median: number;
  mean: number;
}

/** The range of answers on a scale: a bar from minimum to maximum, a line at the median, a dot at the mean. */
export function RangePlot({ label, ends: [from, to], min, max, median, mean }: Props) {
  const x = (value: number) => percent(to === from ? 0.5 : (value - from) / (to - from));
  return (
    <div className={styles.plot}>
      <svg role="img" aria-label={label} className={styles.drawing}>
        <line className={styles.scale} x1="0" x2="100%" y1="50%" y2="50%" />
        <line className={styles.range} x1={x(min)} x2={x(max)} y1="50%" y2="50%" />
        <line className={styles.median} x1={x(median)} x2={x(median)} y1="10%" y2="90%" />
        <circle className={styles.mean} cx={x(mean)} cy="50%" r="6" />
      </svg>
      <div className={styles.ends} aria-hidden="true">
        <span>{numberText(from)}</span>
        <span>{numberText(to)}</span>
      </div>
    </div>
  );
}
