import type { UseMutationResult } from "@tanstack/react-query";
import { type FormEvent, type ReactNode, useEffect, useMemo, useRef, useState } from "react";
import { Form } from "react-aria-components";
import { fieldOf, problemsIn, textsByField } from "./apiError.ts";
import { Button } from "./button.tsx";
import { FormButtons } from "./dialogFooter.tsx";
import { isSecondClick } from "./doubleClick.ts";
import { problemText } from "./failed.tsx";
import type { FieldProblem } from "./fields/field.ts";
import { Notice } from "./notice.tsx";
import { sentenceOf } from "./sentence.ts";
import styles from "./submitForm.module.css";

interface Props<Body, T> {
  /** label of the button */
  action: string;
  /** of the button: `dangerFilled` if it erases something */
  look?: "primary" | "dangerFilled";
  isDisabled?: boolean;
  mutation: UseMutationResult<T, Error, Body>;
  /** Makes the request body from the fields, by name. */
  bodyOf: (fields: Record<string, string>) => Body;
  /** Words the service's problems for people. Must not change between renders. */
  worded?: (problems: readonly FieldProblem[]) => readonly FieldProblem[];
  /** True if the problem shows at its field. */
  isShown?: (problem: FieldProblem) => boolean;
  /** further buttons */
  buttons?: ReactNode;
  /** replaces the row of buttons; `problem`: what no field shows */
  bar?: (submit: ReactNode, problem: ReactNode) => ReactNode;
  children: ReactNode;
}

/** Fields with a submit button. Errors show at their field, others above the button. */
export function SubmitForm<Body, T>({
  action,
  look = "primary",
  isDisabled = false,
  mutation,
  bodyOf,
  worded,
  isShown,
  buttons,
  bar,
  children,
}: Props<Body, T>) {
  const [names, setNames] = useState<readonly string[]>([]);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (mutation.isPending || isSecondClick()) return;
    const fields = Object.fromEntries(new FormData(event.currentTarget)) as Record<string, string>;
    setNames(Object.keys(fields));
    mutation.mutate(bodyOf(fields));
  };
  const { error } = mutation;
  // a new object would show the error again at a corrected field
  const problems = useMemo(() => (worded ?? same)(problemsIn(error)), [error, worded]);
  const byField = useMemo(() => textsByField(problems), [problems]);
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    // as for a field that the browser refuses: the first one gets the focus
    if (Object.keys(byField).length > 0) form.current?.checkValidity();
  }, [byField]);
  const problem = error && (
    <Problem
      error={error}
      problems={problems}
      isShown={(one) => names.includes(fieldOf(one)) || isShown?.(one) === true}
    />
  );
  const button = (
    <Button type="submit" look={look} isPending={mutation.isPending} isDisabled={isDisabled}>
      {action}
    </Button>
  );
  return (
    <Form ref={form} className={styles.form as string} onSubmit={submit} validationErrors={byField}>
      {children}
      {bar ? (
        bar(button, problem)
      ) : (
        <>
          {problem}
          <FormButtons submit={button} others={buttons} />
        </>
      )}
    </Form>
  );
}

const same = (problems: readonly FieldProblem[]) => problems;

interface ProblemProps {
  error: Error;
  problems: readonly FieldProblem[];
  isShown: (problem: FieldProblem) => boolean;
}

/** Maximum problems shown, because a graph can have hundreds. */
const shownProblems = 5;

/** Shows problems that no field shows. */
function Problem({ error, problems, isShown }: ProblemProps) {
  if (problems.length === 0) return <Notice kind="danger">{problemText(error)}</Notice>;
  const others = Object.entries(textsByField(problems.filter((problem) => !isShown(problem))));
  return others.slice(0, shownProblems).map(([name, message]) => (
    <Notice key={name} kind="danger">
      {name.includes(".") ? `${name}: ${message}` : sentenceOf(name, message)}
    </Notice>
  ));
}
