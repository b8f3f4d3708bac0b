import { type KeyboardEvent, type ReactNode, useId, useRef } from "react";
import styles from "./tabs.module.css";

interface Props<Id extends string> {
  label: string;
  tabs: Record<Id, { title: string; count?: number | undefined; content: () => ReactNode }>;
  selected: Id;
  /** a panel that is always in the page, so edits in it are kept */
  kept?: Id;
  /** across a page, which scrolls instead of the panels */
  isWide?: boolean;
  onSelect: (id: Id) => void;
}

/** Views of one thing, of which one is shown. Arrows go from tab to tab. */
export function Tabs<Id extends string>({ label, tabs, selected, kept, isWide, onSelect }: Props<Id>) {
  const id = useId();
  const list = useRef<HTMLDivElement>(null);
  const ids = Object.keys(tabs) as Id[];
  const onKeyDown = (event: KeyboardEvent) => {
    const isRtl = list.current?.matches(":dir(rtl)");
    const step = { ArrowRight: isRtl ? -1 : 1, ArrowLeft: isRtl ? 1 : -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const next = ids[(ids.indexOf(selected) + step + ids.length) % ids.length] as Id;
    onSelect(next);
    list.current?.querySelector<HTMLElement>(`[data-tab="${next}"]`)?.focus();
  };
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className={`sideways ${styles.list}`}
        data-wide={isWide || undefined}
        onKeyDown={onKeyDown}
      >
        {ids.map((one) => (
          <button
            key={one}
            type="button"
            role="tab"
            id={`${id}${one}`}
            data-tab={one}
            aria-selected={one === selected}
            aria-controls={one === selected ? `${id}${one}panel` : undefined}
            tabIndex={one === selected ? 0 : -1}
            className={styles.tab}
            onClick={() => onSelect(one)}
          >
            {tabs[one].title}
            {tabs[one].count !== undefined && <span className={styles.count}>{tabs[one].count}</span>}
          </button>
        ))}
      </div>
      {ids
        .filter((one) => one === selected || one === kept)
        .map((one) => (
          <div
            key={one === kept ? one : "panel"}
            role="tabpanel"
            id={`${id}${one}panel`}
            aria-labelledby={`${id}${one}`}
            hidden={one !== selected}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the keyboard (WCAG 2.1.1)
            tabIndex={0}
            className={styles.panel}
          >
            {tabs[one].content()}
          </div>
        ))}
    </>
  );
}
