import { type ReactNode, useState } from "react";
import type { EditorKind } from "../../../../shared/domain/schema.ts";
import * as words from "../../strings/en/dashboard/integrations.ts";
import { currentValue, type FieldProblem, type FieldProps, problemsOf } from "../../ui/fields/field.ts";
import { Labelled } from "../../ui/fields/labelled.tsx";
import { NodeField, NodeMapField } from "../../ui/fields/nodeFields.tsx";
import { PairsField } from "../../ui/fields/pairsField.tsx";
import { BooleanField, NumberField, TextField, UrlField } from "../../ui/fields/simpleFields.tsx";
import type { Config, ConfigField } from "./config.ts";
import styles from "./integrations.module.css";

type Component = (props: FieldProps) => ReactNode;

/** Field components by type. Types that this page doesn't know are text. */
const components: Partial<Record<EditorKind, Component>> = {
  url: UrlField,
  boolean: BooleanField,
  integer: NumberField,
  node: NodeField,
  node_map: NodeMapField,
  headers: PairsField,
};

interface Props {
  fields: readonly ConfigField[];
  value: Config;
  /** the secrets are already stored */
  isStored: boolean;
  /** of the integration */
  problems: readonly FieldProblem[];
  onChange(key: string, value: unknown): void;
}

/** The `config` of an integration as form fields, from the description of its type. */
export function ConfigFields({ fields, value, isStored, problems, onChange }: Props) {
  const { isCorrected, correct } = useCorrected(problems);
  const inputs = fields.map((field) => {
    const Component = components[field.kind] ?? TextField;
    const props = {
      field,
      value: currentValue(field, value),
      problems: isCorrected(field.key) ? [] : problemsOf(field.key, problemsOf("config", problems)),
      onChange: (next: unknown) => {
        correct(field.key);
        onChange(field.key, next);
      },
    };
    return field.isSecret ? (
      <SecretField key={field.key} {...props} isStored={isStored} />
    ) : (
      <Component key={field.key} {...props} />
    );
  });
  return <div className={styles.config}>{inputs}</div>;
}

/** Tells which fields were edited since their problems were found. */
function useCorrected(problems: Props["problems"]) {
  const [edited, setEdited] = useState({ problems, keys: new Set<string>() });
  const keys = edited.problems === problems ? edited.keys : new Set<string>();
  return {
    isCorrected: (key: string) => keys.has(key),
    correct: (key: string) => setEdited({ problems, keys: new Set([...keys, key]) }),
  };
}

/** A secret. The stored one stays unless a new one is entered. */
function SecretField({ field, value, problems, isStored, onChange }: FieldProps & { isStored: boolean }) {
  return (
    <Labelled label={field.label} description={field.description} problems={problems}>
      {(attributes) => (
        <input
          {...attributes}
          type="text"
          autoComplete="off"
          spellCheck={false}
          placeholder={isStored ? words.storedSecret : words.secretHint}
          value={String(value ?? "")}
          onChange={({ target }) => onChange(target.value)}
        />
      )}
    </Labelled>
  );
}
