import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from "react";
import { compactText } from "../../strings/en/dashboard/numbers.ts";
import * as words from "../../strings/en/dashboard/plots.ts";
import { useFollow } from "../follow.ts";
import { type Axis, axisLabels, markAt, moved } from "./axis.ts";
import { Legend, type LegendRows } from "./legend.tsx";

import styles from "./plane.module.css";

/** A bar or a point in time. */
export interface Mark {
  /** under the axis */
  name: string;
  /** full description */
  text: string;
  /** link to details, for all marks of a plot or for none */
  href?: string;
}

interface Props {
  /** a sentence that describes the plot */
  label: string;
  legend?: LegendRows;
  axis: Axis;
  marks: readonly Mark[];
  /** SVG, in percent of the plane */
  children: (active: number | null) => ReactNode;
}

const narrow = 4;
const wide = 10;

/**
 * Marks in equal columns over an axis of counts. All lengths are percentages, so it resizes without measuring. Labels come
 * in a short and a long set, one of which shows. The pointer or the arrow keys choose a mark. If marks have links, the plane
 * is one link whose target changes.
 */
export function Plane({ label, legend = [], axis, marks, children }: Props) {
  const [active, setActive] = useState<number | null>(null);
  const longest = Math.max(...axis.ticks.map((tick) => compactText(tick).length));
  const shown = active === null ? null : Math.min(active, marks.length - 1);
  return (
    <>
      <div className={styles.head}>
        <Legend rows={legend} />
        <p className={styles.readout} aria-live="polite">
          {shown !== null && marks[shown]?.text}
        </p>
      </div>
      <div className={styles.plane} style={{ gridTemplateColumns: `${longest + 1}ch minmax(0, 1fr)` }}>
        <div className={styles.counts} aria-hidden="true">
          {axis.ticks.map((tick) => (
            <span key={tick} style={{ insetBlockEnd: percent(tick / axis.top) }}>
              {compactText(tick)}
            </span>
          ))}
        </div>
        <div className={styles.area}>
          <svg role="img" aria-label={label} className={styles.drawing}>
            {axis.ticks.map((tick) => (
              <line key={tick} className={styles.line} x1="0" x2="100%" {...level(tick / axis.top)} />
            ))}
            {shown !== null && <rect className={styles.band} {...column(shown, marks.length, 0)} y="0" height="100%" />}
            {children(shown)}
          </svg>
          <Cursor marks={marks} active={shown} onActive={setActive} />
        </div>
        <Names className={styles.narrow as string} marks={marks} limit={narrow} />
        <Names className={styles.wide as string} marks={marks} limit={wide} />
      </div>
    </>
  );
}

interface CursorProps {
  marks: readonly Mark[];
  active: number | null;
  onActive: (active: number | null) => void;
}

function Cursor({ marks, active, onActive }: CursorProps) {
  const follow = useFollow();
  const hint = useId();
  const at = active ?? marks.length - 1;
  const { text, href } = marks[at] ?? {};
  const point = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    onActive(markAt((clientX - left) / width, marks.length));
  };
  const pointing = { onPointerMove: point, onPointerDown: point, onPointerLeave: () => onActive(null) };
  if (href === undefined) return <div className={styles.cursor} {...pointing} />;
  const move = (event: KeyboardEvent) => {
    const to = moved(event.key, at, marks.length);
    if (to === null) return;
    event.preventDefault();
    onActive(to);
  };
  return (
    <>
      <a
        className={styles.cursor}
        href={href}
        aria-label={words.follow(text ?? "")}
        aria-describedby={hint}
        onClick={follow}
        onKeyDown={move}
        onFocus={() => onActive(at)}
        onBlur={() => onActive(null)}
        {...pointing}
      />
      <span id={hint} hidden>
        {words.arrowsHint}
      </span>
    </>
  );
}

function Names({ className, marks, limit }: { className: string; marks: readonly Mark[]; limit: number }) {
  const names = marks.map(({ name }) => name);
  return (
    <div className={`${styles.names} ${className}`} aria-hidden="true">
      {axisLabels(names, limit).map(({ at, text }) => (
        <span key={at} style={placeOf(at, marks.length)}>
          {text}
        </span>
      ))}
    </div>
  );
}

/** Positions a label under its mark. If the mark is narrower than the label or near an edge, aligns the label there. */
function placeOf(at: number, count: number): CSSProperties {
  const isThin = count > 12;
  if (isThin && at < 0.08) return { insetInlineStart: 0 };
  if (isThin && at > 0.92) return { insetInlineEnd: 0 };
  return { insetInlineStart: percent(at), translate: "-50% 0" };
}

export const percent = (share: number): string => `${share * 100}%`;

/** Returns a horizontal line at this share of the height. */
export const level = (share: number) => ({ y1: percent(1 - share), y2: percent(1 - share) });

/** Returns the mark's column, of which `gap` stays free. */
export const column = (at: number, count: number, gap: number) => ({
  x: percent((at + gap / 2) / count),
  width: percent((1 - gap) / count),
});
