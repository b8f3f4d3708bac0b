import { compactText } from "../../strings/en/dashboard/numbers.ts";
import { useFollow } from "../follow.tsx";
import type { AxisLabel } from "./axis.ts";
import type { Column } from "./column.ts";
import styles from "./columns.module.css";
import { percent } from "./plane.tsx";

interface Props {
  label: string;
  columns: readonly Column[];
  axis: readonly AxisLabel[];
  /** for a card of its own */
  isTall?: boolean;
}

/** More columns than this have no room for their counts. */
const countedLimit = 11;
/** The rest of the height is for the count above the highest column. */
const countedShare = 0.82;

/** Counts beside each other on one line, such as a histogram. */
export function Columns({ label, columns, axis, isTall = false }: Props) {
  const top = Math.max(1, ...columns.map(({ value }) => value));
  const isCounted = columns.length <= countedLimit;
  return (
    <div>
      <ul
        className={styles.columns}
        aria-label={label}
        data-dense={!isCounted || undefined}
        data-tall={isTall || undefined}
      >
        {columns.map(({ key, value, tone = "plain", text, href }) => (
          <li key={key} className={styles.column} title={text}>
            {isCounted && (
              <span className={styles.count} aria-hidden="true">
                {compactText(value)}
              </span>
            )}
            <span
              className={styles.bar}
              data-tone={tone}
              data-empty={value === 0 || undefined}
              style={{ blockSize: percent((value / top) * (isCounted ? countedShare : 1)) }}
            />
            {href === undefined || value === 0 ? (
              <span className="visually-hidden">{text}</span>
            ) : (
              <ColumnLink text={text} href={href} />
            )}
          </li>
        ))}
      </ul>
      <div className={styles.axis} aria-hidden="true">
        {axis.map(({ at, text }) => (
          <span
            key={at}
            style={{ insetInlineStart: percent(at) }}
            data-end={at === 0 ? "start" : at === 1 ? "end" : ""}
          >
            {text}
          </span>
        ))}
      </div>
    </div>
  );
}

function ColumnLink({ text, href }: { text: string; href: string }) {
  const follow = useFollow();
  return (
    <a className={styles.link} href={href} onClick={follow}>
      <span className="visually-hidden">{text}</span>
    </a>
  );
}
