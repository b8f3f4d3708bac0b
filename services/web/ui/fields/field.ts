import type { EditorKind } from "../../../../shared/domain/schema.ts";

/** The part of a key's JSON Schema that an editor reads (docs/adr/0003). */
export interface KeySchema {
  type?: string;
  title?: string;
  description?: string;
  default?: unknown;
  enum?: readonly unknown[];
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
  /** problems with its value */
  problems?: readonly string[];
}

/** Returns the field's value, or its default. */
export const currentValue = (field: Field, config: Readonly<Record<string, unknown>>): unknown =>
  Object.hasOwn(config, field.key) ? config[field.key] : field.schema.default;

/** Returns the messages about a config that name this key (`config.options.2.value: …`), without the name. */
export const problemsAt = (key: string, messages: readonly string[]): string[] => problemsOf(`config.${key}`, messages);

/** Returns the messages of this path and its parts (`2.value: …`), without the path. */
export function problemsOf(path: string, messages: readonly string[]): string[] {
  return messages.flatMap((message) => {
    const [, at = "", text = ""] = /^([^:]+): (.*)$/s.exec(message) ?? [];
    if (at === path) return [text];
    return at.startsWith(`${path}.`) ? [`${at.slice(path.length + 1)}: ${text}`] : [];
  });
}

/** Returns the problems of a field that none of its parts shows. */
export const problemsBeside = (parts: readonly string[], messages: readonly string[]): string[] =>
  messages.filter((message) => parts.every((part) => problemsOf(part, [message]).length === 0));
