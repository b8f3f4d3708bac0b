import type { FormEvent, ReactNode } from "react";
import {
  TextField as AriaTextField,
  FieldError,
  Input,
  Label,
  Text,
  TextArea,
  type TextFieldProps,
} from "react-aria-components";
import { atLeast, emailNeeded, required } from "../strings/en/dashboard/app.ts";
import styles from "./field.module.css";
import { sentenceOf } from "./sentence.ts";

interface Props extends Omit<TextFieldProps, "className" | "children"> {
  label: string;
  description?: string;
  placeholder?: string;
  /** id of a `datalist` with suggestions */
  list?: string;
  /** read before the value, such as the start of an address */
  prefix?: string;
  /** height in lines; without it, a single-line field */
  rows?: number;
}

export function TextField({ label, description, placeholder, list, prefix, rows, ...props }: Props) {
  return (
    <AriaTextField {...props} className={styles.field as string}>
      <Label className={styles.label}>{label}</Label>
      {rows ? (
        <TextArea className={styles.input as string} rows={rows} placeholder={placeholder} onInput={checkAgain} />
      ) : (
        <Prefixed prefix={prefix}>
          <Input className={styles.input as string} placeholder={placeholder} list={list} onInput={checkAgain} />
        </Prefixed>
      )}
      {description && (
        <Text slot="description" className={styles.description}>
          {description}
        </Text>
      )}
      <FieldError className={styles.error as string}>
        {({ validationDetails: { valueMissing, typeMismatch, tooShort }, validationErrors }) => {
          if (valueMissing) return required(label);
          if (tooShort && props.minLength) return atLeast(props.minLength);
          if (typeMismatch && props.type === "email") return emailNeeded;
          return validationErrors.map((text) => sentenceOf(label, text)).join(" ");
        }}
      </FieldError>
    </AriaTextField>
  );
}

function Prefixed({ prefix, children }: { prefix: string | undefined; children: ReactNode }) {
  if (prefix === undefined) return children;
  return (
    <div className={styles.line}>
      <span>{prefix}</span>
      {children}
    </div>
  );
}

/**
 * Clears an error while it is corrected. React Aria would do so on blur, when a press on a button has begun, and move the
 * button away from the pointer.
 */
function checkAgain({ currentTarget }: FormEvent<HTMLInputElement | HTMLTextAreaElement>): void {
  if (currentTarget.getAttribute("aria-invalid") === "true") currentTarget.dispatchEvent(new Event("change"));
}
