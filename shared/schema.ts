import fastestValidator, { type ValidationError, type ValidationRuleObject } from "fastest-validator";
import Type, { type Static, type TProperties, type TSchema } from "typebox";

/**
 * One source for a body's shape (docs/adr/0003): a TypeBox schema *is* JSON Schema (OpenAPI 3.1 takes it as it is),
 * `Static` gives its TypeScript type, and `checker` compiles it to a fastest-validator check. Shapes stand in
 * shared/shapes; this file knows only the few JSON Schema keywords that they use.
 */
export { type Static, type TSchema, Type };

/** An object that refuses keys it does not name (decisions §1: nothing is silently dropped). */
export const Closed = <P extends TProperties>(properties: P, options = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
export const Uuid = () => Type.String({ format: "uuid" });
export const Timestamp = () => Type.String({ format: "date-time" });

export const uuidPattern = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
const timestampPattern = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,9})?(Z|[+-]\d{2}:\d{2})$/;

const formats: Record<string, { test(text: string): boolean; message: string }> = {
  uuid: { test: (text) => uuidPattern.test(text), message: "must be a uuid" },
  "date-time": {
    test: (text) => timestampPattern.test(text) && isRealTimestamp(text),
    message: "must be an ISO 8601 timestamp such as 2026-01-31T12:00:00Z",
  },
  "date-or-time": {
    test: (text) => isRealDate(text) || (timestampPattern.test(text) && isRealTimestamp(text)),
    message: "must be an ISO date such as 2026-01-31, or a timestamp",
  },
  https: { test: isHttps, message: "must be an https address" },
};

/** Date.parse rolls 31 February over to March; a timestamp of a day that does not exist is refused. */
function isRealTimestamp(text: string): boolean {
  const year = new Date(text).getUTCFullYear();
  // in UTC it may be another year than written; ISO 8601 and PostgreSQL agree on these
  return year >= 1 && year <= 9999 && isRealDate(text.slice(0, 10));
}

export function isRealDate(text: string): boolean {
  const midnight = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(midnight.getTime()) && midnight.toISOString().startsWith(`${text}T`);
}

function isHttps(text: string): boolean {
  return URL.canParse(text) && new URL(text).protocol === "https:" && !/\s/.test(text);
}

/** The keywords of JSON Schema that shapes use. */
interface JsonSchema {
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  properties?: Record<string, JsonSchema>;
  patternProperties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: boolean;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  /** said instead of the bare pattern */
  patternMessage?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  minProperties?: number;
}

// its types say `exports.default`, its CommonJS file says `module.exports`
const Validator = fastestValidator as unknown as typeof fastestValidator.default;
const validator = new Validator({
  useNewCustomCheckerFunction: true,
  considerNullAsAValue: true,
  messages: {
    required: "is required",
    string: "must be a string",
    number: "must be a number",
    numberInteger: "must be an integer",
    numberMin: "must be at least {expected}",
    numberMax: "must be at most {expected}",
    boolean: "must be a boolean",
    object: "must be an object",
    array: "must be an array",
    arrayMin: "must have at least {expected} items",
    arrayMax: "must have at most {expected} items",
    enumValue: "must be one of {expected}",
    record: "must be an object",
  },
});

/** `[]` where the value fits, else `<field>: <message>` each, nested fields as dotted paths (decisions §1). */
export type Check = (value: unknown) => string[];

/** Compiles a shape once; `root` is the name that stands for the value itself in messages. */
export function checker(schema: TSchema, root = "body"): Check {
  const check = validator.compile({ $$root: true, ...ruleOf(schema as JsonSchema, true) });
  return (value) => {
    const result = check(value);
    dropAbsent(value);
    const errors = Array.isArray(result) ? result.map((error) => sentence(error, root)) : [];
    return [...errors, ...unknownKeys(schema as JsonSchema, value, "")];
  };
}

function sentence(error: ValidationError, root: string): string {
  const path = (error.field ?? "").replace(/\[(\d+)\]/g, ".$1");
  const isNull = error.type === "required" && error.actual === null;
  return `${path || root}: ${isNull ? "must not be null" : error.message}`;
}

/** The compiled check writes what is absent back as `undefined` (1.19.1); a checked value stays as it was sent. */
function dropAbsent(value: unknown): void {
  if (typeof value !== "object" || value === null) return;
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) delete (value as Record<string, unknown>)[key];
    else dropAbsent(member);
  }
}

/** Apart from the compiled check, which loses the index of an array's object when it reports a key (1.19.1). */
function unknownKeys(schema: JsonSchema, value: unknown, path: string): string[] {
  if (Array.isArray(value)) {
    return schema.items
      ? value.flatMap((item, index) => unknownKeys(bareOf(schema.items), item, `${path}${index}.`))
      : [];
  }
  const properties = schema.properties;
  if (!properties || typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, member]) => {
    if (Object.hasOwn(properties, key)) return unknownKeys(bareOf(properties[key]), member, `${path}${key}.`);
    return schema.additionalProperties === false ? [`${path}${key || '""'}: unknown field`] : [];
  });
}

/** The one member of a union beside null; other schemas as they are. */
function bareOf(schema: JsonSchema = {}): JsonSchema {
  const members = schema.anyOf?.filter((member) => member.type !== "null");
  return members?.length === 1 && members[0] ? members[0] : schema;
}

function ruleOf(schema: JsonSchema, required: boolean): ValidationRuleObject {
  const nullable = schema.anyOf?.some((member) => member.type === "null") ?? false;
  const bare = bareOf(schema);
  return { ...bareRule(bare), optional: !required, nullable: nullable || isAny(bare) };
}

const isAny = (schema: JsonSchema) => !schema.type && !schema.enum && !schema.anyOf && schema.const === undefined;

function bareRule(schema: JsonSchema): ValidationRuleObject {
  if (schema.const !== undefined) return { type: "enum", values: [schema.const] };
  if (schema.enum) return { type: "enum", values: schema.enum as string[] };
  if (schema.anyOf) return { type: "multi", rules: schema.anyOf.map((member) => ruleOf(member, true)) };
  const build = schema.type ? rules[schema.type] : undefined;
  if (schema.type && !build) throw new Error(`no rule for JSON Schema type ${schema.type}`);
  return build ? build(schema) : { type: "any" };
}

const rules: Record<string, (schema: JsonSchema) => ValidationRuleObject> = {
  string: (schema) => ({ type: "string", custom: checkText(schema) }),
  number: (schema) => ({ type: "number", min: schema.minimum, max: schema.maximum }),
  integer: (schema) => ({ type: "number", integer: true, min: schema.minimum, max: schema.maximum }),
  boolean: () => ({ type: "boolean" }),
  array: (schema) => ({
    type: "array",
    min: schema.minItems,
    max: schema.maxItems,
    ...(schema.items ? { items: ruleOf(schema.items, true) } : {}),
  }),
  object: (schema) => objectRule(schema),
};

function objectRule(schema: JsonSchema): ValidationRuleObject {
  const valueShape = Object.values(schema.patternProperties ?? {})[0];
  if (valueShape) return { type: "record", key: { type: "string" }, value: ruleOf(valueShape, true) };
  return { type: "object", props: propertyRules(schema), minProps: schema.minProperties };
}

function propertyRules(schema: JsonSchema): Record<string, ValidationRuleObject> {
  const required = new Set(schema.required);
  const entries = Object.entries(schema.properties ?? {});
  return Object.fromEntries(entries.map(([key, property]) => [key, ruleOf(property, required.has(key))]));
}

/** Lengths are counted in Unicode code points, as JSON Schema and decisions §4.1 do. */
function checkText(schema: JsonSchema) {
  const pattern = schema.pattern ? new RegExp(schema.pattern, "u") : null;
  const format = schema.format ? formats[schema.format] : undefined;
  return (value: unknown, errors: Partial<ValidationError>[]) => {
    if (typeof value !== "string") return value;
    const message = textProblem(value, schema, pattern) ?? (format && !format.test(value) ? format.message : null);
    if (message) errors.push({ type: "text", message });
    return value;
  };
}

function textProblem(value: string, schema: JsonSchema, pattern: RegExp | null): string | null {
  const length = [...value].length;
  if (schema.minLength && length < schema.minLength) {
    return schema.minLength === 1 ? "must not be empty" : `must be at least ${schema.minLength} characters long`;
  }
  if (schema.maxLength !== undefined && length > schema.maxLength) {
    return `must be at most ${schema.maxLength} characters long`;
  }
  if (pattern && !pattern.test(value)) return schema.patternMessage ?? `must match ${schema.pattern}`;
  return null;
}
