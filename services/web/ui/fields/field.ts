import type { Keys } from "../../../../shared/domain/fault.ts";
import type { EditorKind } from "../../../../shared/domain/schema.ts";

/** The part of a key's JSON Schema that an editor reads (docs/adr/0003). */
export interface KeySchema {
  type?: string;
  title?: string;
  description?: string;
  default?: unknown;
  enum?: readonly unknown[];
  const?: unknown;
  minItems?: number;
  minimum?: number;
  format?: string;
  properties?: Readonly<Record<string, KeySchema>>;
  required?: readonly string[];
  items?: KeySchema;
  anyOf?: readonly KeySchema[];
  "x-editor"?: string;
}

/** A field generated from a schema, for one key. */
export interface Field {
  key: string;
  kind: EditorKind;
  label: string;
  description: string | null;
  isRequired: boolean;
  schema: KeySchema;
}

export interface FieldProps {
  field: Field;
  value: unknown;
  /** undefined removes the key */
  onChange(value: unknown): void;
  problems?: readonly FieldProblem[];
}

/** A problem with a value in words. `at` leads from the value to the affected part, as in `["2", "label"]`. */
export interface FieldProblem {
  at: Keys;
  text: string;
}

/** Returns the field's value, or its default. */
export const currentValue = (field: Field, config: Readonly<Record<string, unknown>>): unknown =>
  Object.hasOwn(config, field.key) ? config[field.key] : field.schema.default;

/** Returns the problems of a part and of its own parts, from this part down. */
export const problemsOf = (part: string, problems: readonly FieldProblem[]): FieldProblem[] =>
  problems.flatMap(({ at: [first, ...rest], text }) => (String(first) === part ? [{ at: rest, text }] : []));

/** Returns the problems of a field that none of its parts shows. */
export const problemsBeside = (parts: readonly string[], problems: readonly FieldProblem[]): FieldProblem[] =>
  problems.filter(({ at: [first] }) => first === undefined || !parts.includes(String(first)));
