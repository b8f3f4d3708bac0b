import Type, { type Static, type TProperties, type TSchema } from "typebox";

/**
 * One source for a shape (docs/adr/0003): a TypeBox schema *is* JSON Schema (OpenAPI 3.1 takes it as it is), `Static`
 * gives its TypeScript type, `checker` (check.ts) its check. Shapes of bodies stand in shared/domain/shapes, those of a
 * question's config in shared/domain/questions/config.
 */
export { type Check, checker } from "./check.ts";
export { uuidPattern } from "./formats.ts";
export { type Static, type TSchema, Type };

/** An object that refuses keys it does not name (decisions §1: nothing is silently dropped). */
export const Closed = <P extends TProperties>(properties: P, options = {}) =>
  Type.Object(properties, { additionalProperties: false, ...options });

export const Nullable = <S extends TSchema>(schema: S) => Type.Union([schema, Type.Null()]);
export const Uuid = () => Type.String({ format: "uuid" });
export const Timestamp = () => Type.String({ format: "date-time" });

/** The inputs that an editor can offer for a field; JSON Schema's own keywords tell the rest (bounds, `enum`, `default`). */
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
  /** a list of what a respondent chooses from: options, rows, columns */
  | "choice_list"
  | "url"
  /** the address of a picture */
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
  /** an object of names to ids of nodes */
  | "node_map"
  /** an object of HTTP header names to values */
  | "headers"
  /** a value that the question itself accepts as an answer */
  | "answer"
  | "scoring"
  /** an object whose fields have editors of their own */
  | "group";

/**
 * The annotations of a field that a person fills in, to be spread into its schema's options:
 * `Type.String({ maxLength: 500, ...field("text", "Button text") })`. `title` is a short label, `description` a sentence
 * for whom the label is not enough. They check nothing, and stand in the API's document as they are (`x-editor` beside the
 * standard keywords). A secret has the standard `writeOnly: true` beside them.
 */
export const field = (editor: EditorKind, title: string, description?: string) => ({
  title,
  ...(description !== undefined && { description }),
  "x-editor": editor,
});
