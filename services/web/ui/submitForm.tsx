import type { UseMutationResult } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useMemo, useState } from "react";
import { Form } from "react-aria-components";
import { fieldErrors } from "../dashboard/api/apiError.ts";
import { Button } from "./button.tsx";
import { ButtonRow } from "./buttonRow.tsx";
import { isSecondClick } from "./doubleClick.ts";
import { problemText } from "./failed.tsx";
import { Notice } from "./notice.tsx";
import styles from "./submitForm.module.css";

interface Props<Body, T> {
  /** what the button says */
  action: string;
  mutation: UseMutationResult<T, Error, Body>;
  /** Of the fields by their names. */
  bodyOf: (fields: Record<string, string>) => Body;
  /** Has the problem with this name a place of its own? */
  isShown?: (name: string) => boolean;
  /** further buttons */
  buttons?: ReactNode;
  children: ReactNode;
}

/** Fields and the button that sends them. What is refused stands at its field; what is of no field, over the button. */
export function SubmitForm<Body, T>({ action, mutation, bodyOf, isShown, buttons, children }: Props<Body, T>) {
  const [names, setNames] = useState<readonly string[]>([]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (mutation.isPending || isSecondClick()) return;
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    setNames(Object.keys(fields));
    mutation.mutate(bodyOf(fields));
  };
  const { error } = mutation;
  // a field that was corrected has its error again whenever this is another object
  const byField = useMemo(() => fieldErrors(error), [error]);
  return (
    <Form className={styles.form as string} onSubmit={submit} validationErrors={byField}>
      {children}
      {error && <Problem error={error} isShown={(name) => names.includes(name) || isShown?.(name) === true} />}
      <ButtonRow>
        <Button type="submit" look="primary" isPending={mutation.isPending}>
          {action}
        </Button>
        {buttons}
      </ButtonRow>
    </Form>
  );
}

/** A graph may have hundreds. */
const shownProblems = 5;

/** What none of the fields shows. */
function Problem({ error, isShown }: { error: Error; isShown: (name: string) => boolean }) {
  const byField = Object.entries(fieldErrors(error));
  if (byField.length === 0) return <Notice kind="danger">{problemText(error)}</Notice>;
  const others = byField.filter(([name]) => !isShown(name));
  return others.slice(0, shownProblems).map(([name, message]) => (
    <Notice key={name} kind="danger">
      {`${name}: ${message}`}
    </Notice>
  ));
}
