import { type ReactNode, useEffect, useRef } from "react";
import styles from "./inspector.module.css";

/** A request to go to a part of the inspector. `place` null: to its first text field. */
export interface Wanted {
  place: string | null;
  isDone?: boolean;
}

/** A part of the inspector that problems name (problems/place.ts), as wide as the inspector or half of it. */
export const Place = ({ name, isHalf, children }: { name: string; isHalf?: boolean; children: ReactNode }) => (
  <div className={styles.place} data-place={name} data-half={isHalf || undefined}>
    {children}
  </div>
);

/** Moves the focus to the part that is asked for. Rendered beside the parts, so that it runs once they are there. */
export function FocusPlace({ wanted, isHere }: { wanted: Wanted | null; isHere: boolean }) {
  const mark = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const parts = mark.current?.parentElement;
    if (!wanted || wanted.isDone || !isHere || !parts) return;
    wanted.isDone = true;
    const place = wanted.place === null ? "" : `[data-place="${CSS.escape(wanted.place)}"] `;
    const part = parts.querySelector<HTMLElement>(`${place}:is(input, textarea, select, button:not([data-handle]))`);
    (part ?? parts.querySelector<HTMLElement>("input, textarea"))?.focus();
  }, [wanted, isHere]);
  return <span ref={mark} hidden />;
}
