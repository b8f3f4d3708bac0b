import type { EditorKind } from "../../../../shared/domain/schema.ts";

/** What of a JSON Schema an editor reads of a key (docs/adr/0003). */
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

/** A field of a form that is made from a schema: what a person fills in for one key. */
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
  /** undefined: the key is not there */
  onChange(value: unknown): void;
  /** what is wrong with it */
  problems?: readonly string[];
}

/** What the field has, or what its absence means. */
export const currentValue = (field: Field, config: Readonly<Record<string, unknown>>): unknown =>
  Object.hasOwn(config, field.key) ? config[field.key] : field.schema.default;

/** Of messages about a config those that name this key (`config.options.2.value: …`), without the name. */
export const problemsAt = (key: string, messages: readonly string[]): string[] => problemsOf(`config.${key}`, messages);

/** Of messages that begin with a path (`2.value: …`), those of this path or of a part of it, without it. */
export function problemsOf(path: string, messages: readonly string[]): string[] {
  return messages.flatMap((message) => {
    const [, place = "", text = ""] = /^([^:]+): (.*)$/s.exec(message) ?? [];
    if (place === path) return [text];
    return place.startsWith(`${path}.`) ? [`${place.slice(path.length + 1)}: ${text}`] : [];
  });
}

/** What is wrong with a field that is shown at none of its parts. */
export const problemsBeside = (parts: readonly string[], messages: readonly string[]): string[] =>
  messages.filter((message) => parts.every((part) => problemsOf(part, [message]).length === 0));
