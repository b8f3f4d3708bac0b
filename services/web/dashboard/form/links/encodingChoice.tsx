import { useId } from "react";
import * as words from "../../../strings/en/dashboard/links.ts";
import { mutedClass } from "../../../ui/muted.ts";
import type { Encoding, EncodingSample } from "./encodings.ts";
import styles from "./links.module.css";

interface Props {
  encodings: readonly EncodingSample[];
  value: Encoding | null;
  onChange: (encoding: Encoding) => void;
}

/** Encodings that a file can be in, each with words of the file: the right one is the one that can be read. */
export function EncodingChoice({ encodings, value, onChange }: Props) {
  const id = useId();
  return (
    <fieldset className={styles.encodings} aria-describedby={id}>
      <legend className={styles.label}>{words.encoding}</legend>
      <p id={id} className={mutedClass}>
        {words.encodingText}
      </p>
      <div className={styles.columnList}>
        {encodings.map(({ encoding, sample }) => (
          <label key={encoding} className={styles.encoding}>
            <input type="radio" name={id} checked={encoding === value} onChange={() => onChange(encoding)} />
            <bdi className={styles.sample}>{sample}</bdi>
            <span className={styles.encodingName}>{words.encodings[encoding]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
