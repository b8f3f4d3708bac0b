import { type CSSProperties, type KeyboardEvent, type PointerEvent, type ReactNode, useId, useState } from "react";
import { compactText } from "../../strings/en/dashboard/numbers.ts";
import * as words from "../../strings/en/dashboard/plots.ts";
import { useFollow } from "../follow.tsx";
import { type Axis, axisLabels, markAt, moved } from "./axis.ts";
import { Legend, type LegendRows } from "./legend.tsx";
import styles from "./plane.module.css";

/** A bar or a point in time. */
export interface Mark {
  /** under the axis */
  name: string;
  /** its whole meaning in a sentence */
  text: string;
  /** the same for eyes, under its title; absent: the sentence */
  tip?: { title: string; values: readonly (readonly [name: string, value: string])[] };
  /** the responses behind it: for all marks of a chart, or for none */
  href?: string;
}

interface Props {
  /** the chart in one sentence */
  label: string;
  legend?: LegendRows;
  axis: Axis;
  marks: readonly Mark[];
  /** shows which mark is active */
  cursor?: "band" | "line";
  /** SVG, in percent of the plane */
  children: (active: number | null) => ReactNode;
}

const narrow = 4;
const wide = 6;

/**
 * Marks in equal columns over an axis of counts. All lengths are percentages, so nothing is measured, and of a short and a long
 * choice of names one is shown. The pointer chooses a mark, as do the arrow keys where marks have links: then the chart is one
 * link, that of the active mark. Time runs from left to right in every language.
 */
export function Plane({ label, legend = [], axis, marks, cursor = "band", children }: Props) {
  const [active, setActive] = useState<number | null>(null);
  const longest = Math.max(...axis.ticks.map((tick) => compactText(tick).length));
  const shown = active === null ? null : Math.min(active, marks.length - 1);
  return (
    <div dir="ltr">
      <Legend rows={legend} />
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
            {shown !== null && <Pointed cursor={cursor} at={shown} count={marks.length} />}
            {children(shown)}
          </svg>
          <Tip mark={shown === null ? undefined : marks[shown]} at={((shown ?? 0) + 0.5) / marks.length} />
          <Cursor marks={marks} active={shown} onActive={setActive} />
        </div>
        <Names className={styles.narrow as string} marks={marks} limit={narrow} />
        <Names className={styles.wide as string} marks={marks} limit={wide} />
      </div>
    </div>
  );
}

function Pointed({ cursor, at, count }: { cursor: "band" | "line"; at: number; count: number }) {
  if (cursor === "band") return <rect className={styles.band} {...column(at, count, 0)} y="0" height="100%" />;
  const x = percent((at + 0.5) / count);
  return <line className={styles.pointed} x1={x} x2={x} y1="0" y2="100%" />;
}

/** Beside the active mark, on the side with more room. Screen readers hear the sentence. */
function Tip({ mark, at }: { mark: Mark | undefined; at: number }) {
  const side = at < 0.5 ? { left: `calc(${percent(at)} + 12px)` } : { right: `calc(${percent(1 - at)} + 12px)` };
  return (
    <>
      <p
        className={mark?.tip ? "visually-hidden" : styles.tip}
        style={side}
        data-none={!mark || undefined}
        aria-live="polite"
      >
        {mark?.text}
      </p>
      {mark?.tip && (
        <div className={styles.tip} style={side} aria-hidden="true">
          <strong>{mark.tip.title}</strong>
          <div>
            {mark.tip.values.map(([name, value]) => (
              <span key={name}>
                {name} <strong>{value}</strong>
              </span>
            ))}
          </div>
        </div>
      )}
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
        <span key={at} style={positionOf(at, marks.length)}>
          {text}
        </span>
      ))}
    </div>
  );
}

/** Centers a name under its mark. Near an edge, the name of a thin mark starts or ends at the edge. */
function positionOf(at: number, count: number): CSSProperties {
  const isThin = count > 12;
  if (isThin && at < 0.08) return { insetInlineStart: 0 };
  if (isThin && at > 0.92) return { insetInlineEnd: 0 };
  return { insetInlineStart: percent(at), translate: "-50% 0" };
}

export const percent = (share: number): string => `${share * 100}%`;

/** Returns a horizontal line at this share of the height. */
export const level = (share: number) => ({ y1: percent(1 - share), y2: percent(1 - share) });

/** Returns the mark's column, without `gap`, its free part. */
export const column = (at: number, count: number, gap: number) => ({
  x: percent((at + gap / 2) / count),
  width: percent((1 - gap) / count),
});
