import * as words from "../../../strings/en/dashboard/share.ts";
import { mutedClass } from "../../../ui/muted.ts";
import { Section } from "../../../ui/section.tsx";
import { TextField } from "../../../ui/textField.tsx";
import styles from "./share.module.css";

interface Props {
  /** that the current version declares */
  keys: readonly string[];
  values: Readonly<Record<string, string>>;
  onChange: (key: string, value: string) => void;
}

export function HiddenSection({ keys, values, onChange }: Props) {
  return (
    <Section title={words.hidden}>
      <p className={mutedClass}>{keys.length === 0 ? words.noHidden : words.hiddenText}</p>
      {keys.length > 0 && (
        <div className={styles.hidden}>
          {keys.map((key) => (
            <TextField
              key={key}
              label={key}
              value={values[key] ?? ""}
              maxLength={1000}
              onChange={(value) => onChange(key, value)}
            />
          ))}
        </div>
      )}
    </Section>
  );
}
