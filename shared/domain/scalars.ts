import type { Formats } from "./formats.ts";
import { isObject } from "./json.ts";
import { problemLimit, shortened } from "./limits.ts";

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

export type Test = (value: unknown, path: string, report: Report) => void;

export class Report {
  readonly errors: string[] = [];
  readonly root: string;

  constructor(root: string) {
    this.root = root;
  }

  get isFull(): boolean {
    return this.errors.length >= problemLimit;
  }

  say(path: string, message: string): void {
    if (!this.isFull) this.errors.push(`${path ? shortened(path) : this.root}: ${message}`);
  }
}

/** Tests values of one JSON type, and reports other values. */
export function ofType<T>(
  type: string,
  schema: JsonSchema,
  test: (value: T, path: string, report: Report) => void,
): Test {
  const message = schema.errorMessage ?? `must be ${typeNames[type]}`;
  return (value, path, report) => {
    if (isOfType(value, type)) test(value as T, path, report);
    else report.say(path, value === null ? "must not be null" : message);
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

export const join = (path: string, key: string): string => (path ? `${path}.${key}` : key);
export const counted = (count: number, thing: string): string => `${count} ${thing}${count === 1 ? "" : "s"}`;

export const anything: Test = () => undefined;

export function oneOf(values: readonly unknown[]): Test {
  const known = new Set(values);
  const wanted = values.length === 1 ? `must be ${values[0]}` : `must be one of ${values.join(", ")}`;
  return (value, path, report) => {
    if (!known.has(value)) report.say(path, value === null ? "must not be null" : wanted);
  };
}

export function numberTest(schema: JsonSchema): Test {
  const { type, minimum = -Infinity, maximum = Infinity, exclusiveMinimum = -Infinity } = schema;
  return ofType(type as "number" | "integer", schema, (value: number, path, report) => {
    if (value < minimum) report.say(path, `must be at least ${minimum}`);
    if (value <= exclusiveMinimum) report.say(path, `must be greater than ${exclusiveMinimum}`);
    if (value > maximum) report.say(path, `must be at most ${maximum}`);
  });
}

/** Reports one problem per text. Checks the length first, so that patterns never read longer texts. */
export function textTest(schema: JsonSchema, formats: Formats): Test {
  const pattern = schema.pattern === undefined ? null : new RegExp(schema.pattern, "u");
  const format = schema.format === undefined ? undefined : formats[schema.format];
  if (schema.format !== undefined && !format) throw new Error(`no check for the format ${schema.format}`);
  return ofType("string", schema, (value: string, path, report) => {
    const message = lengthProblem(value, schema) ?? encodingProblem(value);
    if (message !== null) report.say(path, message);
    else if (pattern && !pattern.test(value)) report.say(path, schema.patternMessage ?? `must match ${schema.pattern}`);
    else if (format && !format.test(value)) report.say(path, format.message);
  });
}

/** Checks the length in Unicode code points (JSON Schema, decisions §4.1). */
function lengthProblem(value: string, { minLength = 0, maxLength = Infinity }: JsonSchema): string | null {
  if (value.length < minLength || (value.length < 2 * minLength && codePoints(value) < minLength)) {
    return minLength === 1 ? "must not be empty" : `must be at least ${minLength} characters long`;
  }
  const isTooLong = value.length > maxLength && (value.length > 2 * maxLength || codePoints(value) > maxLength);
  return isTooLong ? `must be at most ${maxLength} characters long` : null;
}

/** Rejects lone surrogates, which are valid JSON but not UTF-8, so PostgreSQL can't store them. */
function encodingProblem(value: string): string | null {
  return value.isWellFormed() ? null : "must be valid Unicode text, without lone surrogates";
}

/** Counts Unicode code points, not UTF-16 units. */
function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
