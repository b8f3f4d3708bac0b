import { type ReactNode, useId } from "react";
import { Icon } from "./icon.tsx";
import type { IconName } from "./iconPaths.ts";
import styles from "./segmented.module.css";

interface Props<Value extends string> {
  /** for screen readers only */
  label: string;
  /** none: what is shown has another choice */
  value: Value | undefined;
  /** labels by value, in order */
  options: Record<Value, string>;
  icons?: Record<Value, IconName>;
  /** where there is no room: the labels are tooltips */
  hasIconsOnly?: boolean;
  /** a number after a label */
  count?: (value: Value) => ReactNode;
  onChange: (value: Value) => void;
}

/** A choice among a few visible options. */
export function Segmented<Value extends string>({
  label,
  value,
  options,
  icons,
  hasIconsOnly,
  count,
  onChange,
}: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={`sideways ${styles.group}`}>
      <legend className="visually-hidden">{label}</legend>
      {(Object.entries(options) as [Value, string][]).map(([one, text]) => (
        <label key={one} className={styles.option} {...(hasIconsOnly && { title: text })}>
          <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} />
          {icons && <Icon name={icons[one]} />}
          {hasIconsOnly ? <span className="visually-hidden">{text}</span> : text}
          <Count>{count?.(one)}</Count>
        </label>
      ))}
    </fieldset>
  );
}

const Count = ({ children }: { children: ReactNode }) => children && <span className={styles.count}> {children}</span>;
