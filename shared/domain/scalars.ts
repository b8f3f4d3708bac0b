import type { Formats } from "./formats.ts";
import { isObject } from "./json.ts";
import { problemLimit } from "./limits.ts";

/** JSON Schema keywords that schemas use, without annotations such as `title` and `x-editor`. */
export interface JsonSchema {
  $ref?: string;
  $defs?: Record<string, JsonSchema>;
  type?: string;
  enum?: unknown[];
  const?: unknown;
  anyOf?: JsonSchema[];
  discriminator?: { propertyName: string };
  properties?: Record<string, JsonSchema>;
  patternProperties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: unknown;
  items?: JsonSchema;
  minItems?: number;
  maxItems?: number;
  maxProperties?: number;
  minLength?: number;
  maxLength?: number;
  pattern?: string;
  /** message instead of the pattern */
  patternMessage?: string;
  /** message instead of the type's default */
  errorMessage?: string;
  format?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
}

export type Test = (value: unknown, place: Place, report: Report) => void;

/** Keys from a value down to a part of it, the last one first. Null for the value itself. */
export type Place = { up: Place; key: string } | null;

/** Why a part of a value has the wrong shape. `shapeText` (shapeText.ts) words it. */
export type ShapeReason = { [Kind in keyof ShapeValues]: { kind: Kind } & ShapeValues[Kind] }[keyof ShapeValues];

/** Values of each kind of reason. `expected` is such as "must be a string". */
interface ShapeValues {
  required: unknown;
  unknown_field: unknown;
  null_value: unknown;
  not_unicode: unknown;
  wrong_type: { expected: string };
  wrong_format: { expected: string };
  not_allowed: { allowed: string[] };
  below_minimum: Limit;
  not_above: Limit;
  above_maximum: Limit;
  too_short: Limit;
  too_long: Limit;
  too_few_items: Limit;
  too_many_items: Limit;
  too_many_fields: Limit;
}

interface Limit {
  limit: number;
}

/** A problem of a part of a value. */
export interface ShapeFault {
  /** keys from the value down to the part, which can be missing */
  at: readonly string[];
  reason: ShapeReason;
}

export class Report {
  readonly faults: ShapeFault[] = [];

  get isFull(): boolean {
    return this.faults.length >= problemLimit;
  }

  say(place: Place, reason: ShapeReason): void {
    if (!this.isFull) this.faults.push({ at: keysOf(place), reason });
  }
}

function keysOf(place: Place): string[] {
  const keys: string[] = [];
  for (let at = place; at; at = at.up) keys.unshift(at.key);
  return keys;
}

/** Tests values of one JSON type, and reports other values. */
export function ofType<T>(
  type: string,
  schema: JsonSchema,
  test: (value: T, place: Place, report: Report) => void,
): Test {
  const expected = schema.errorMessage ?? `must be ${typeNames[type]}`;
  return (value, place, report) => {
    if (isOfType(value, type)) test(value as T, place, report);
    else report.say(place, value === null ? { kind: "null_value" } : { kind: "wrong_type", expected });
  };
}

const typeNames: Record<string, string> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "a boolean",
  array: "an array",
  object: "an object",
};

export const nameOf = ({ type = "" }: JsonSchema): string => typeNames[type] ?? "one of the known values";

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "array":
      return Array.isArray(value);
    case "object":
      return isObject(value);
    case "integer":
      return Number.isSafeInteger(value);
    case "number":
      return Number.isFinite(value);
    default:
      return typeof value === type;
  }
}

/** Returns whether a value's type fits a union's member. */
export function hasType(value: unknown, { type, enum: values, const: only }: JsonSchema): boolean {
  if (type !== undefined) return isOfType(value, type);
  return values ? values.includes(value) : only === undefined || only === value;
}

export const within = (up: Place, key: string): Place => ({ up, key });

export const anything: Test = () => undefined;

/** `expected` words any other value, null included. */
export function oneOf(values: readonly unknown[], expected?: string): Test {
  const known = new Set(values);
  const allowed = values.map(String);
  return (value, place, report) => {
    if (known.has(value)) return;
    if (expected !== undefined) report.say(place, { kind: "wrong_type", expected });
    else report.say(place, value === null ? { kind: "null_value" } : { kind: "not_allowed", allowed });
  };
}

export function numberTest(schema: JsonSchema): Test {
  const { type, minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = schema;
  return ofType(type as "number" | "integer", schema, (value: number, place, report) => {
    if (value < minimum) report.say(place, { kind: "below_minimum", limit: minimum });
    if (value <= exclusiveMinimum) report.say(place, { kind: "not_above", limit: exclusiveMinimum });
    if (value > maximum) report.say(place, { kind: "above_maximum", limit: maximum });
  });
}

/** Reports one problem per text. Checks the length first, so that patterns never read longer texts. */
export function textTest(schema: JsonSchema, formats: Formats): Test {
  const pattern = schema.pattern === undefined ? null : new RegExp(schema.pattern, "u");
  const format = schema.format === undefined ? undefined : formats[schema.format];
  if (schema.format !== undefined && !format) throw new Error(`no check for the format ${schema.format}`);
  return ofType("string", schema, (value: string, place, report) => {
    const wrong = (expected: string) => report.say(place, { kind: "wrong_format", expected });
    const reason = lengthReason(value, schema) ?? encodingReason(value);
    if (reason) report.say(place, reason);
    else if (pattern && !pattern.test(value)) wrong(schema.patternMessage ?? `must match ${schema.pattern}`);
    else if (format && !format.test(value)) wrong(format.message);
  });
}

/** Checks the length in Unicode code points (JSON Schema, decisions §4.1). */
function lengthReason(value: string, { minLength = 0, maxLength = Infinity }: JsonSchema): ShapeReason | null {
  if (value.length < minLength || (value.length < 2 * minLength && codePoints(value) < minLength)) {
    return { kind: "too_short", limit: minLength };
  }
  const isTooLong = value.length > maxLength && (value.length > 2 * maxLength || codePoints(value) > maxLength);
  return isTooLong ? { kind: "too_long", limit: maxLength } : null;
}

/** Rejects lone surrogates, which are valid JSON but not UTF-8, so PostgreSQL can't store them. */
function encodingReason(value: string): ShapeReason | null {
  return value.isWellFormed() ? null : { kind: "not_unicode" };
}

/** Counts Unicode code points, not UTF-16 units. */
function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
