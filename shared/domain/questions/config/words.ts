/** Text schemas of configs with annotations for editors (decisions §4). */
import { idPattern, idPatternMessage } from "../../formats.ts";
import { type EditorKind, field, Type } from "../../schema.ts";

export const labelLimit = 500;
const urlLimit = 2048;
export const sourceCodeLimit = 200;

interface Options {
  description?: string;
  editor?: EditorKind;
  maxLength?: number;
  default?: string;
}

/** Returns a schema for text that can be empty. */
export const Text = (title: string, { description, editor = "text", maxLength = labelLimit, ...rest }: Options = {}) =>
  Type.String({ ...field(editor, title, description), maxLength, ...rest });

/** Returns a schema for text that can't be blank. */
export const Label = (title: string, { description, editor = "text", maxLength = labelLimit, ...rest }: Options = {}) =>
  Type.String({
    ...field(editor, title, description),
    minLength: 1,
    maxLength,
    pattern: "\\S",
    patternMessage: "must not be blank",
    ...rest,
  });

/** Returns a schema for an option's `value`, a row's `key` or a column's `value`. */
export const Name = (title: string) =>
  Type.String({
    ...field("text", title, "Used in answers, conditions and exports."),
    pattern: idPattern,
    patternMessage: idPatternMessage,
  });

/** Returns a schema for the code or name of another tool that isn't a valid ID here (decisions §4.1). */
export const SourceCode = (title: string, description: string) =>
  Type.String({
    ...field("text", title, description),
    minLength: 1,
    maxLength: sourceCodeLimit,
  });

export const HttpsUrl = (title: string, { description, editor = "url" }: Options = {}) =>
  Type.String({ ...field(editor, title, description), format: "https", maxLength: urlLimit });

/** Returns a schema for an https URL or the URL of an uploaded image (decisions §9.2). */
export const ImageUrl = (title: string) =>
  Type.String({ ...field("image", title), format: "image-url", maxLength: urlLimit });
