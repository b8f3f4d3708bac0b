import type { Texts } from "../../../shared/domain/texts.ts";
import type { JsonSchema } from "./jsonSchema.ts";

/** Adds texts to the properties of a schema that have no description, or one that only names their limits. */
export function described(schema: JsonSchema, texts: Texts): JsonSchema {
  const { properties, items, additionalProperties, anyOf } = schema;
  return {
    ...schema,
    ...(properties && { properties: describedProperties(properties, texts) }),
    ...(items && { items: described(items, texts) }),
    ...(typeof additionalProperties === "object" && { additionalProperties: described(additionalProperties, texts) }),
    ...(anyOf && { anyOf: anyOf.map((member) => described(member, texts)) }),
  };
}

function describedProperties(properties: Record<string, JsonSchema>, texts: Texts): Record<string, JsonSchema> {
  const entries = Object.entries(properties).map(([name, property]) => {
    const text = texts[name] ?? "";
    const [own, inside] = typeof text === "string" ? [text, {}] : text;
    const { description = "", ...rest } = described(property, inside);
    const whole = onlyNamesLimits(description) ? `${own} ${description}`.trim() : description;
    return [name, { ...rest, ...(whole !== "" && { description: whole }) }];
  });
  return Object.fromEntries(entries);
}

const onlyNamesLimits = (description: string): boolean => /^$|^(Must (not )?be|Default:) /.test(description);
