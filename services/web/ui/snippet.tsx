import { CopyButton } from "./copyButton.tsx";
import styles from "./snippet.module.css";
import { TextField } from "./textField.tsx";

interface Props {
  label: string;
  /** below the code: where it goes */
  hint: string;
  code: string;
  /** height in lines */
  rows: number;
  copyLabel: string;
}

/** Code to paste elsewhere. */
export const Snippet = ({ label, hint, code, rows, copyLabel }: Props) => (
  <div className={styles.snippet}>
    <TextField label={label} description={hint} value={code} rows={rows} isReadOnly />
    <div className={styles.copy}>
      <CopyButton size="small" icon="copy" text={code} label={copyLabel} />
    </div>
  </div>
);
