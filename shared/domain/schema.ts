import {
  Array as ArrayType,
  Boolean as BooleanType,
  Cyclic,
  Enum,
  Integer,
  Literal,
  Null,
  Number as NumberType,
  Object as ObjectType,
  Optional,
  RecordFromPattern,
  Ref,
  type Static,
  String as StringType,
  type TObjectOptions,
  type TProperties,
  type TRecord,
  type TSchema,
  type TString,
  Union,
  Unknown,
  Unsafe,
} from "typebox";
import { addressLimit } from "./limits.ts";

/**
 * One source per shape (docs/adr/0003): a TypeBox schema is JSON Schema for OpenAPI 3.1, `Static` derives its TypeScript type, and
 * `checker` (check.ts) compiles its check. Shapes of bodies are in shared/api/shapes, those of question configs in
 * shared/domain/questions/config.
 */
export { type Check, checker, faultFinder, shapeError } from "./check.ts";
export { uuidPattern } from "./formats.ts";
export type { Static, TSchema };

/** Returns an object schema with any keys of this pattern. TypeBox's own also takes template literals, whose parser is large. */
const Record = <V extends TSchema>(key: TString & { pattern?: string }, value: V, options: TObjectOptions = {}) =>
  Object.assign(RecordFromPattern(key.pattern ?? "^.*$", value), options) as TRecord<string, V>;

/** The types that shapes are made of, by name: the whole library would add 20 kB to the builder. */
export const Type = {
  Array: ArrayType,
  Boolean: BooleanType,
  Cyclic,
  Enum,
  Integer,
  Literal,
  Null,
  Number: NumberType,
  Object: ObjectType,
  Optional,
  Record,
  Ref,
  String: StringType,
  Union,
  Unknown,
  Unsafe,
};

/** Returns an object schema that rejects unknown keys (decisions §1). */
export const Closed = <P extends TProperties>(properties: P, options = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
export const Uuid = () => Type.String({ format: "uuid" });
/** A name that others see (names.ts). */
export const Name = () => Type.String({ minLength: 1, maxLength: 100, format: "name" });
/** A new address (emailAddress.ts). */
export const EmailAddress = () => Type.String({ minLength: 3, maxLength: addressLimit, format: "email-address" });
export const Timestamp = () => Type.String({ format: "date-time" });

/** Input types of a field in an editor. JSON Schema keywords add limits, `enum` and `default`. */
export type EditorKind =
  | "text"
  | "long_text"
  | "integer"
  | "number"
  | "boolean"
  /** one of the `enum` */
  | "choice"
  /** a list of texts: domains, media types */
  | "text_list"
  /** a list of options, rows or columns */
  | "choice_list"
  | "url"
  /** the URL of an image */
  | "image"
  | "color"
  | "emoji"
  | "date"
  /** a regular expression in RE2 syntax */
  | "pattern"
  | "country"
  | "country_list"
  /** the id of a node of the form */
  | "node"
  /** an object of names and node ids */
  | "node_map"
  /** an object of HTTP header names to values */
  | "headers"
  /** a value that the question itself accepts as an answer */
  | "answer"
  | "scoring"
  /** a list of fields of records, each with the settings of its question type */
  | "field_list"
  /** keys of the form's calculations */
  | "calculation_list"
  /** an object whose fields have separate editors */
  | "group";

/**
 * Returns annotations of an editable field for its schema's options: `Type.String({ maxLength: 500, ...field("text", "Button
 * text") })`. `title` is the label, `description` the help text. They are part of the OpenAPI document, with `x-editor`. Secrets
 * also have `writeOnly: true`.
 */
export const field = (editor: EditorKind, title: string, description?: string) => ({
  title,
  ...(description !== undefined && { description }),
  "x-editor": editor,
});
