import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/share.ts";
import { cardClass } from "../../../ui/card.ts";
import fieldStyles from "../../../ui/fields/fields.module.css";
import { FieldGroup, Labelled } from "../../../ui/fields/labelled.tsx";
import { mutedClass } from "../../../ui/muted.ts";
import { TextField } from "../../../ui/textField.tsx";
import type { GivenAnswers } from "./links.ts";
import styles from "./share.module.css";

interface Props {
  nodes: readonly GraphNode[];
  answers: GivenAnswers;
  isSkipping: boolean;
  onChange(key: string, values: readonly string[]): void;
  onSkip(isSkipping: boolean): void;
}

/** The form's questions, whose answers the link takes along (features §16). */
export function PrefillCard({ nodes, answers, isSkipping, onChange, onSkip }: Props) {
  const questions = nodes.filter(({ question_type: type }) => !/_screen$|^file_upload$/.test(type));
  return (
    <details className={cardClass}>
      <summary className={styles.title}>{words.prefill}</summary>
      <div className={styles.prefill}>
        <p className={mutedClass}>{questions.length === 0 ? words.noQuestions : words.prefillText}</p>
        {questions.map((node) => (
          <Answer key={node.id} node={node} answers={answers} onChange={onChange} />
        ))}
        {questions.length > 0 && (
          <label className={fieldStyles.check}>
            <input type="checkbox" checked={isSkipping} onChange={({ target }) => onSkip(target.checked)} />
            {words.skip}
          </label>
        )}
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
  yes_label?: string;
  no_label?: string;
}

function Answer({ node, answers, onChange }: Pick<Props, "answers" | "onChange"> & { node: GraphNode }) {
  const { id, question_type: type, data } = node;
  const { options, rows, columns = [], multiple, yes_label, no_label } = (data.config ?? {}) as Config;
  const label = data.title || id;
  const given = answers[id] ?? [];
  const select = (key: string, name: string, choices: readonly Choice[]) => (
    <Select
      key={key}
      label={name}
      choices={choices}
      value={answers[key]?.[0] ?? ""}
      onChange={(value) => onChange(key, [value])}
    />
  );
  if (rows)
    return (
      <FieldGroup label={label}>{rows.map(({ key, label: row }) => select(`${id}.${key}`, row, columns))}</FieldGroup>
    );
  if (type === "yes_no")
    return select(id, label, [
      { value: "yes", label: yes_label ?? words.yes },
      { value: "no", label: no_label ?? words.no },
    ]);
  if (!options) return <TextField label={label} value={given[0] ?? ""} onChange={(value) => onChange(id, [value])} />;
  if (!multiple && type !== "checkbox" && type !== "ranking") return select(id, label, options);
  return (
    <FieldGroup label={label}>
      {options.map(({ value, label: option }) => (
        <label key={value} className={fieldStyles.check}>
          <input
            type="checkbox"
            checked={given.includes(value)}
            // in the order of choosing, for a ranking
            onChange={({ target }) =>
              onChange(id, target.checked ? [...given, value] : given.filter((one) => one !== value))
            }
          />
          {option}
        </label>
      ))}
    </FieldGroup>
  );
}

interface SelectProps {
  label: string;
  choices: readonly Choice[];
  value: string;
  onChange(value: string): void;
}

const Select = ({ label, choices, value, onChange }: SelectProps) => (
  <Labelled label={label}>
    {(attributes) => (
      <select {...attributes} value={value} onChange={({ target }) => onChange(target.value)}>
        <option value="">{words.noAnswer}</option>
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value}>
            {choice.label}
          </option>
        ))}
      </select>
    )}
  </Labelled>
);
