import { useMemo, useState } from "react";
import { precisionInputs } from "../../../../../shared/domain/dates.ts";
import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import type { CompiledQuestion, QuestionType } from "../../../../../shared/domain/questions/question.ts";
import * as words from "../../../strings/en/dashboard/share.ts";
import { cardClass } from "../../../ui/card.ts";
import { Checkbox } from "../../../ui/checkbox.tsx";
import { FieldGroup, Labelled } from "../../../ui/fields/labelled.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { SelectField } from "../../../ui/selectField.tsx";
import { titleText } from "../../../ui/titleText.ts";
import { type KnownQuestion, questionsOf } from "../links/prefillCells.ts";
import { useChecks } from "../links/useChecks.ts";
import { checkedAnswers } from "./fittingAnswers.ts";
import type { GivenAnswers } from "./links.ts";
import styles from "./share.module.css";

interface Props {
  nodes: readonly GraphNode[];
  isSkipping: boolean;
  /** takes the answers that fit */
  onChange(answers: GivenAnswers): void;
  onSkip(isSkipping: boolean): void;
}

/** The form's questions, whose answers the link takes along (features §16). */
export function PrefillCard({ nodes, isSkipping, onChange, onSkip }: Props) {
  const questions = useMemo(() => questionsOf(nodes), [nodes]);
  const canCheck = useChecks(nodes);
  const [answers, setAnswers] = useState<GivenAnswers>({});
  const { problems } = useMemo(() => checkedAnswers(questions, answers), [questions, answers]);
  const change = (key: string, values: readonly string[]) => {
    const next = { ...answers, [key]: values };
    setAnswers(next);
    onChange(checkedAnswers(questions, next).fitting);
  };
  if (!canCheck) return null;
  return (
    <details className={`${cardClass} ${styles.fold}`}>
      <summary>
        <span className={styles.title}>{words.prefill}</span>
      </summary>
      <div className={styles.prefill}>
        <p className={mutedClass}>{questions.length === 0 ? words.noQuestions : words.prefillText}</p>
        {questions.map((known) => (
          <Answer key={known.id} known={known} answers={answers} problem={problems.get(known.id)} onChange={change} />
        ))}
        {questions.length > 0 && <Checkbox label={words.skip} isChecked={isSkipping} onChange={onSkip} />}
      </div>
    </details>
  );
}

interface Choice {
  value: string;
  label: string;
}
interface Config {
  options?: Choice[];
  rows?: { key: string; label: string }[];
  columns?: Choice[];
  multiple?: boolean;
}

interface AnswerProps {
  known: KnownQuestion;
  answers: GivenAnswers;
  problem: string | undefined;
  onChange(key: string, values: readonly string[]): void;
}

function Answer({ known: { id, title, question }, answers, problem, onChange }: AnswerProps) {
  const { type, domain, labels } = question;
  const { options, rows, columns = [], multiple } = question.config as Config;
  const label = titleText(title) || id;
  const given = answers[id] ?? [];
  const problems = problem ? [problem] : [];
  const select = (key: string, name: string, choices: readonly Choice[]) => (
    <SelectField
      key={key}
      label={name}
      value={answers[key]?.[0] ?? ""}
      options={[["", words.noAnswer], ...choices.map((one): [string, string] => [one.value, one.label])]}
      onChange={(value) => onChange(key, [value])}
    />
  );
  if (rows)
    return (
      <FieldGroup label={label} problems={problems}>
        {rows.map(({ key, label: row }) => select(`${id}.${key}`, row, columns))}
      </FieldGroup>
    );
  if (type === "yes_no")
    return select(
      id,
      label,
      ["yes", "no"].map((value) => ({ value, label: labels.get(value) ?? value })),
    );
  if (!options)
    return (
      <TypedAnswer
        label={label}
        question={question}
        value={given[0] ?? ""}
        problems={problems}
        onChange={(value) => onChange(id, [value])}
      />
    );
  const isRanking = domain?.family === "rank";
  if (!multiple && type !== "checkbox" && !isRanking) return select(id, label, options);
  return (
    <FieldGroup label={label} description={isRanking ? words.rankHint : null} problems={problems}>
      {options.map(({ value, label: option }) => (
        <Checkbox
          key={value}
          label={isRanking && given.includes(value) ? words.ranked(given.indexOf(value) + 1, option) : option}
          isChecked={given.includes(value)}
          // in the order of choosing, for a ranking
          onChange={(isChecked) => onChange(id, isChecked ? [...given, value] : given.filter((one) => one !== value))}
        />
      ))}
    </FieldGroup>
  );
}

interface TypedProps {
  label: string;
  question: CompiledQuestion;
  value: string;
  problems: readonly string[];
  onChange(value: string): void;
}

const inputTypes: Partial<Record<QuestionType, string>> = { email: "email", phone: "tel" };

function TypedAnswer({ label, question: { type, domain }, value, problems, onChange }: TypedProps) {
  const inputMode = domain?.family === "num" ? "decimal" : undefined;
  return (
    // shows the problem while typing. On blur, it would move a button away from the pointer
    <Labelled label={label} problems={problems}>
      {(attributes) =>
        type === "long_text" ? (
          <textarea {...attributes} rows={3} value={value} onChange={({ target }) => onChange(target.value)} />
        ) : (
          <input
            {...attributes}
            type={domain?.family === "date" ? precisionInputs[domain.precision] : (inputTypes[type] ?? "text")}
            inputMode={inputMode}
            value={value}
            onChange={({ target }) => onChange(target.value)}
          />
        )
      }
    </Labelled>
  );
}
