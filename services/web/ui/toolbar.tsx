import { type FocusEvent, type KeyboardEvent, type ReactNode, useRef } from "react";

interface Props {
  label: string;
  className: string | undefined;
  children: ReactNode;
}

/** A row of buttons that is one stop of Tab. Arrow keys move between them, and Tab returns to the one that had the focus. */
export function Toolbar({ label, className, children }: Props) {
  const last = useRef<HTMLElement | null>(null);
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    const buttons = [...event.currentTarget.querySelectorAll<HTMLElement>("button:enabled")];
    const at = buttons.indexOf(event.target as HTMLElement);
    if (at < 0) return;
    if (event.key === "Tab") {
      last.current = buttons[at] ?? null;
      // the browser leaves from there
      buttons.at(event.shiftKey ? 0 : -1)?.focus();
      return;
    }
    if (event.key !== "ArrowRight" && event.key !== "ArrowLeft") return;
    const isRtl = getComputedStyle(event.currentTarget).direction === "rtl";
    buttons[(event.key === "ArrowRight") === isRtl ? at - 1 : at + 1]?.focus();
    event.preventDefault();
    event.stopPropagation();
  };
  // React also sends the events of a dialog that a button opened
  const crosses = ({ currentTarget, target, relatedTarget }: FocusEvent) =>
    currentTarget.contains(target) && !currentTarget.contains(relatedTarget);
  return (
    <div
      role="toolbar"
      aria-label={label}
      className={className}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (crosses(event)) last.current ??= event.target;
      }}
      onFocus={(event) => {
        if (!crosses(event)) return;
        last.current?.focus();
        last.current = null;
      }}
    >
      {children}
    </div>
  );
}
