import type { Formats } from "./formats.ts";
import { problemLimit } from "./graph/limits.ts";
import { shortened } from "./graph/shortened.ts";
import { isObject } from "./json.ts";

/** The keywords of JSON Schema that shapes use. Annotations (`title`, `x-editor` …) are not among them. */
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
  /** said instead of the bare pattern */
  patternMessage?: string;
  /** said instead of what the type's own message is */
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

/** A test of values of one JSON type; of others it is said what they should have been. */
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

/** Could a union's member be meant by that value? */
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

/** One sentence a text: its length first, so that no pattern reads more than is allowed. */
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

/** Lengths are counted in Unicode code points, as JSON Schema and decisions §4.1 do. */
function lengthProblem(value: string, { minLength = 0, maxLength = Infinity }: JsonSchema): string | null {
  if (value.length < minLength || (value.length < 2 * minLength && codePoints(value) < minLength)) {
    return minLength === 1 ? "must not be empty" : `must be at least ${minLength} characters long`;
  }
  const isTooLong = value.length > maxLength && (value.length > 2 * maxLength || codePoints(value) > maxLength);
  return isTooLong ? `must be at most ${maxLength} characters long` : null;
}

/** Half a surrogate pair is valid JSON, but no UTF-8: PostgreSQL could not store it as it was submitted. */
function encodingProblem(value: string): string | null {
  return value.isWellFormed() ? null : "must be valid Unicode text, without half of a surrogate pair";
}

/** Unicode code points, not UTF-16 units: an emoji of one code point counts one. */
function codePoints(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}
