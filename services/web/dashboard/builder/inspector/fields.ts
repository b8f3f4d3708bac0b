import type { EditorKind } from "../../../../../shared/domain/schema.ts";
import type { Field, KeySchema } from "../../../ui/fields/field.ts";
import type { ConfigSchema } from "../model/starterConfig.ts";
import { readable } from "../types/names.ts";

/** Returns the fields of a config, in the schema's order. */
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

/** Returns the editor kind of a schema. Without an annotation it is the JSON type. */
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
