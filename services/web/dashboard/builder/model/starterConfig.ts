import { isObject } from "../../../../../shared/domain/json.ts";
import { configSchema } from "../../../../../shared/domain/questions/config/index.ts";
import { isQuestionType } from "../../../../../shared/domain/questions/index.ts";
import { readQuestion } from "../../../../../shared/domain/questions/read.ts";
import type { KeySchema } from "../../../ui/fields/field.ts";

export interface ConfigSchema {
  properties: Readonly<Record<string, KeySchema>>;
  required?: readonly string[];
}

/** Returns the schema of a type's `data.config`, or null for an unknown type. */
export function schemaOf(questionType: string): ConfigSchema | null {
  return isQuestionType(questionType) ? (configSchema(questionType) as unknown as ConfigSchema) : null;
}

/**
 * Returns the config of a new node: the required keys, and those of an earlier config that the type has too. Scoring stays only if
 * the type has its mode.
 */
export function starterConfig(
  questionType: string,
  earlier: Readonly<Record<string, unknown>> = {},
  schema: ConfigSchema | null = schemaOf(questionType),
): Record<string, unknown> {
  if (!schema) return { ...earlier };
  const required = new Set(schema.required);
  const entries = Object.entries(schema.properties).flatMap(([key, one]): [string, unknown][] => {
    if (Object.hasOwn(earlier, key) && isOfKind(earlier[key], one)) return [[key, ofItems(earlier[key], one)]];
    return required.has(key) ? [[key, starterValue(one, 1)]] : [];
  });
  return Object.fromEntries(entries);
}

/**
 * Removes keys that don't fit the type, such as a maximum that is too high. Lists of choices stay even with errors, since they are
 * work to enter again.
 */
export function fittingConfig(questionType: string, config: Record<string, unknown>): Record<string, unknown> {
  if (!isQuestionType(questionType)) return config;
  const read = readQuestion({ question_type: questionType, data: { config } });
  if (read.ok) return config;
  const all = Object.entries(config);
  const lists = all.filter(([, value]) => isListOfChoices(value));
  const listed = new Set<unknown>(lists.map(([key]) => key));
  const wrong = new Set<unknown>(read.faults.map(({ at: [key] }) => key).filter((key) => !listed.has(key)));
  if (wrong.size === 0) return config;
  const right = all.filter(([key]) => !wrong.has(key));
  // a default value can conflict with the rest
  const next = right.length < all.length ? right : lists;
  return next.length < all.length ? fittingConfig(questionType, Object.fromEntries(next)) : config;
}

const isListOfChoices = (value: unknown): value is Record<string, unknown>[] =>
  Array.isArray(value) && value.length > 0 && value.every(isObject);

/** Returns choices with the members that the type has, and those that it requires. */
function ofItems(value: unknown, { items }: KeySchema): unknown {
  const { properties, required = [] } = items ?? {};
  if (!properties || !isListOfChoices(value)) return value;
  return value.map((item) => {
    const known = Object.entries(item).filter(([key]) => Object.hasOwn(properties, key));
    const missing = required.filter((key) => !Object.hasOwn(item, key));
    const asked = missing.map((key): [string, unknown] => [key, starterMember(key, properties[key] ?? {}, "", 0)]);
    const isAsItWas = missing.length === 0 && known.length === Object.keys(item).length;
    return isAsItWas ? item : Object.fromEntries([...known, ...asked]);
  });
}

/** Returns the smallest valid value of a key, with texts to edit: `Option 1` and `Option 2`. */
export function starterValue(schema: KeySchema, number: number): unknown {
  if (schema.default !== undefined) return schema.default;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return starterValue(schema.anyOf[0], number);
  switch (schema.type) {
    case "array":
      return Array.from({ length: schema.minItems ?? 0 }, (_, at) =>
        starterItem(schema.items ?? {}, at + 1, schema.title ?? ""),
      );
    case "object":
      return starterItem(schema, number, schema.title ?? "");
    case "boolean":
      return false;
    case "integer":
    case "number":
      return Math.max(0, schema.minimum ?? 0);
    default:
      return "";
  }
}

/** Returns an item of a list of choices, named after the list. */
function starterItem(schema: KeySchema, number: number, list: string): unknown {
  // of the first type
  if (schema.anyOf?.[0]) return starterItem(schema.anyOf[0], number, list);
  if (schema.type !== "object") return starterValue(schema, number);
  const noun = list.replace(/s$/, "") || "Item";
  const required = schema.required ?? [];
  return Object.fromEntries(
    required.map((key) => [key, starterMember(key, schema.properties?.[key] ?? {}, noun, number)]),
  );
}

function starterMember(key: string, schema: KeySchema, noun: string, number: number): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.type !== "string" || schema.default !== undefined) return starterValue(schema, number);
  if (key === "value" || key === "key") return `${noun.toLowerCase().replace(/[^a-z0-9]+/g, "_")}_${number}`;
  if (schema["x-editor"] === "text") return key === "alt" ? "" : `${noun} ${number}`;
  return "";
}

/** Returns whether a value has the schema's JSON type, and scoring a known mode. `analyze` checks the rest. */
function isOfKind(value: unknown, schema: KeySchema): boolean {
  if (schema.anyOf) return schema.anyOf.some((one) => isOfKind(value, one));
  if (schema.enum) return schema.enum.includes(value);
  if (schema.type === "array") return Array.isArray(value) && value.length >= (schema.minItems ?? 0);
  if (schema.type === "object") return isObject(value) && hasTag(value, schema);
  if (schema.type === "integer") return Number.isInteger(value);
  return typeof value === (schema.type ?? typeof value);
}

function hasTag(value: Record<string, unknown>, { properties = {} }: KeySchema): boolean {
  return Object.entries(properties).every(([key, one]) => {
    const tag = (one as { const?: unknown }).const;
    return tag === undefined || value[key] === tag;
  });
}
