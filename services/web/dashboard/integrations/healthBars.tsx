import type { HealthHour } from "../../../../shared/api/shapes/integrations.ts";
import { hourText } from "../../strings/en/dashboard/integrations.ts";
import { toneOf } from "../deliveries/attempts.ts";
import styles from "./healthBars.module.css";

const count = 24;
const [step, width, height] = [7, 4, 20];

/** A bar per hour. The text beside it has the figures for screen readers. */
export function HealthBars({ hours }: { hours: readonly HealthHour[] }) {
  const bars = Array.from({ length: count }, (_, index) => ({ x: index * step, hour: hours[index] }));
  return (
    <svg
      aria-hidden="true"
      className={styles.bars}
      width={count * step}
      height={height}
      viewBox={`0 0 ${count * step} ${height}`}
    >
      {bars.map(({ x, hour }) => (
        <rect key={x} x={x} width={width} height={height} rx={2} className={styles[hour ? toneOf(hour) : "none"]}>
          {hour && <title>{hourText(hour)}</title>}
        </rect>
      ))}
    </svg>
  );
}
