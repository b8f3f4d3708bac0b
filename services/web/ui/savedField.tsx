import type { UseMutationResult } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import styles from "./savedField.module.css";
import { SubmitForm } from "./submitForm.tsx";

interface Props<T> {
  /** label of the button */
  action: string;
  /** the saved value */
  value: string;
  mutation: UseMutationResult<T, Error, string>;
  /** a field named `name`, with these properties */
  children: (field: { name: string; defaultValue: string; onChange: (typed: string) => void }) => ReactNode;
}

/** A field that is saved alone, by the button beside it. */
export function SavedField<T>({ action, value, mutation, children }: Props<T>) {
  const [typed, setTyped] = useState(value);
  return (
    <SubmitForm
      action={action}
      isDisabled={typed === value}
      mutation={mutation}
      bodyOf={({ name = "" }) => name}
      bar={(submit, problem) => (
        <>
          <div className={styles.line}>
            {children({ name: "name", defaultValue: value, onChange: setTyped })}
            {submit}
          </div>
          {problem}
        </>
      )}
    >
      {null}
    </SubmitForm>
  );
}
