import type { EditorKind } from "../../../../../shared/domain/schema.ts";
import type { ConfigSchema, KeySchema } from "../model/starterConfig.ts";
import { readable } from "../types/names.ts";

/** A field of a form that is made from a schema: what a person fills in for one key. */
export interface Field {
  key: string;
  kind: EditorKind;
  label: string;
  description: string | null;
  isRequired: boolean;
  schema: KeySchema;
}

/** The fields of a config, in the schema's order; scoring has a place of its own. */
export function fieldsOf(schema: Pick<ConfigSchema, "properties" | "required">): Field[] {
  return Object.entries(schema.properties).map(([key, one]) => ({
    key,
    kind: kindOf(one),
    label: one.title ?? readable(key),
    description: one.description ?? null,
    isRequired: schema.required?.includes(key) ?? false,
    schema: one,
  }));
}

/** What the schema asks for; one without an annotation is edited as its JSON type. */
export function kindOf(schema: KeySchema): EditorKind {
  const asked = schema["x-editor"];
  if (asked !== undefined) return asked as EditorKind;
  if (schema.enum) return "choice";
  switch (schema.type) {
    case "boolean":
    case "integer":
    case "number":
      return schema.type;
    case "array":
      return schema.items?.type === "object" ? "group" : "text_list";
    case "object":
      return "group";
    default:
      return "text";
  }
}

/** What the field has, or what its absence means. */
export const currentValue = (field: Field, config: Readonly<Record<string, unknown>>): unknown =>
  Object.hasOwn(config, field.key) ? config[field.key] : field.schema.default;

/** The problems of a node whose message names this key (`config.options.2.value: …`), without the name. */
export function problemsAt(key: string, messages: readonly string[]): string[] {
  return messages.flatMap((message) => {
    const found = /^config\.([^:]+): (.*)$/s.exec(message);
    const path = found?.[1] ?? "";
    if (path !== key && !path.startsWith(`${key}.`)) return [];
    return [path === key ? (found?.[2] ?? "") : `${path.slice(key.length + 1)}: ${found?.[2]}`];
  });
}
