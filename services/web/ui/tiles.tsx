import { type CSSProperties, type ReactNode, useId } from "react";
import styles from "./tiles.module.css";

export interface Tile {
  title: string;
  text?: string;
  picture?: ReactNode;
  /** draws the title in a font of its own */
  titleStyle?: CSSProperties;
}

interface Props<Value extends string> {
  label: string;
  isLabelHidden?: boolean;
  value: Value;
  /** by value, in order */
  tiles: Record<Value, Tile>;
  onChange: (value: Value) => void;
}

/** A choice among a few options with drawings or sample texts. */
export function Tiles<Value extends string>({ label, isLabelHidden = false, value, tiles, onChange }: Props<Value>) {
  const name = useId();
  return (
    <fieldset className={styles.group}>
      <legend className={isLabelHidden ? "visually-hidden" : styles.label}>{label}</legend>
      <div className={styles.tiles}>
        {(Object.entries(tiles) as [Value, Tile][]).map(([one, { title, text, picture, titleStyle }]) => (
          <label key={one} className={styles.tile}>
            <input type="radio" name={name} checked={one === value} onChange={() => onChange(one)} />
            {picture}
            <span className={styles.texts}>
              <strong style={titleStyle}>{title}</strong> {text && <span>{text}</span>}
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
