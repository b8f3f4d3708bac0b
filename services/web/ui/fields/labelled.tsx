import { type ReactNode, useId } from "react";
import { dotted } from "../../../../shared/domain/fieldError.ts";
import { sentenceOf } from "../sentence.ts";
import type { FieldProblem } from "./field.ts";
import styles from "./fields.module.css";

interface Attributes {
  id: string;
  "aria-describedby"?: string;
  "aria-invalid"?: true;
}

/** Those of a field's value, or texts of the field itself. */
type Problems = readonly (FieldProblem | string)[];

export interface LabelledProps {
  label: string;
  description?: string | null | undefined;
  problems?: Problems | undefined;
  children(attributes: Attributes): ReactNode;
}

/** A field with its label, help and problems, all of which describe it to screen readers. */
export function Labelled({ label, description, problems = [], children }: LabelledProps) {
  const id = useId();
  const described = [description && `${id}-help`, problems.length > 0 && `${id}-problems`].filter(Boolean).join(" ");
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      {children({
        id,
        ...(described && { "aria-describedby": described }),
        ...(problems.length > 0 && { "aria-invalid": true }),
      })}
      {description && (
        <p id={`${id}-help`} className={styles.help}>
          {description}
        </p>
      )}
      <FieldProblems id={`${id}-problems`} of={label} problems={problems} />
    </div>
  );
}

interface ProblemsProps {
  id?: string;
  /** label of the field, for problems that say only what its value must be */
  of?: string;
  problems: Problems;
}

export function FieldProblems({ id, of = "", problems }: ProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <p id={id} className={styles.fieldProblem}>
      {problems.map((problem) => textOf(of, problem)).join(" ")}
    </p>
  );
}

function textOf(label: string, problem: FieldProblem | string): string {
  const { at, text } = typeof problem === "string" ? { at: [], text: problem } : problem;
  return at.length === 0 ? sentenceOf(label, text) : `${dotted(at)}: ${text}`;
}

/** A group of related fields. */
export function FieldGroup({
  label,
  description,
  problems = [],
  children,
}: Omit<LabelledProps, "children"> & { children: ReactNode }) {
  return (
    <fieldset className={styles.group}>
      <legend>{label}</legend>
      {description && <p className={styles.help}>{description}</p>}
      {children}
      <FieldProblems of={label} problems={problems} />
    </fieldset>
  );
}
