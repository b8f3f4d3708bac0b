import type { JsonSchema } from "./jsonSchema.ts";
import { families, propertyTexts } from "./properties.ts";

/** Adds the texts of properties.ts to properties without a description, or with one that only names their limits. */
export function describeProperties(schemas: Record<string, JsonSchema>): Record<string, JsonSchema> {
  return Object.fromEntries(
    Object.entries(schemas).map(([name, schema]) => [name, described(schema, textsOf(name), "")]),
  );
}

type Texts = readonly Record<string, string>[];

/** Returns the texts of a schema, then those of its family. A request's schema is called like the record, with `Input`. */
function textsOf(name: string): Texts {
  const plain = name.replace(/Input$/, "");
  const family = families.find(([pattern]) => pattern.test(plain));
  const relative = family ? plain.replace(...family) : plain;
  const related = relative === plain ? [] : textsOf(relative);
  return [...(propertyTexts[plain] ? [propertyTexts[plain]] : []), ...related];
}

function described(schema: JsonSchema, texts: Texts, path: string): JsonSchema {
  const { properties, items, additionalProperties, anyOf } = schema;
  return {
    ...schema,
    ...(properties && { properties: describedMembers(properties, texts, path) }),
    ...(items && { items: described(items, texts, path) }),
    ...(typeof additionalProperties === "object" && {
      additionalProperties: described(additionalProperties, texts, path),
    }),
    ...(anyOf && { anyOf: anyOf.map((member) => described(member, texts, path)) }),
  };
}

function describedMembers(members: Record<string, JsonSchema>, texts: Texts, path: string): Record<string, JsonSchema> {
  const entries = Object.entries(members).map(([name, member]) => {
    const inside = textsInside(texts, path === "" ? name : `${path}.${name}`);
    const { description, ...rest } = described(member, inside.texts, inside.path);
    const text = textOf(texts, path === "" ? name : `${path}.${name}`);
    const sentences = description === undefined || onlyNamesLimits(description) ? [text, description] : [description];
    const whole = sentences.filter((sentence) => sentence !== undefined).join(" ");
    return [name, { ...rest, ...(whole !== "" && { description: whole }) }];
  });
  return Object.fromEntries(entries);
}

const textOf = (texts: Texts, path: string): string | undefined => texts.find((some) => path in some)?.[path];

const onlyNamesLimits = (description: string): boolean => /^(Must (not )?be|Default:) /.test(description);

/** Some parts have texts of their own, because many schemas have them. */
function textsInside(texts: Texts, path: string): { texts: Texts; path: string } {
  if (path === "data" && texts.includes(propertyTexts.Node ?? {}))
    return { texts: [propertyTexts.NodeData ?? {}], path: "" };
  if (path === "edges" && texts.includes(propertyTexts.Graph ?? {}))
    return { texts: [propertyTexts.Edge ?? {}], path: "" };
  if (path === "statistics") return { texts: [propertyTexts.Statistics ?? {}], path: "" };
  if (path.startsWith("previous")) return { texts, path: path.replace(/^previous\.?/, "") };
  if (path.endsWith("colors")) return { texts: [propertyTexts.Theme ?? {}], path: "colors" };
  return { texts, path };
}
