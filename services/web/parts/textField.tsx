import {
  TextField as AriaTextField,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  type TextFieldProps,
} from "react-aria-components";
import styles from "./field.module.css";

interface Props extends Omit<TextFieldProps, "className" | "children"> {
  label: string;
  description?: string;
  placeholder?: string;
  /** lines of a longer text; a single line where it is left out */
  rows?: number;
}

export function TextField({ label, description, placeholder, rows, ...props }: Props) {
  return (
    <AriaTextField {...props} className={styles.field as string}>
      <Label className={styles.label}>{label}</Label>
      {rows ? (
        <TextArea className={styles.input as string} rows={rows} placeholder={placeholder} />
      ) : (
        <Input className={styles.input as string} placeholder={placeholder} />
      )}
      {description && (
        <Text slot="description" className={styles.description}>
          {description}
        </Text>
      )}
      <FieldError className={styles.error as string} />
    </AriaTextField>
  );
}
