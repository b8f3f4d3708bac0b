/** The kinds of text that configs hold (decisions §4): each gives a schema with the annotations that an editor needs. */
import { idPattern, idPatternMessage } from "../../formats.ts";
import { type EditorKind, field, Type } from "../../schema.ts";

export const labelLimit = 500;
const urlLimit = 2048;

interface Options {
  description?: string;
  editor?: EditorKind;
  maxLength?: number;
  default?: string;
}

/** Text that may be empty. */
export const Text = (title: string, { description, editor = "text", maxLength = labelLimit, ...rest }: Options = {}) =>
  Type.String({ ...field(editor, title, description), maxLength, ...rest });

/** Text that a person has to be able to read: not blank. */
export const Label = (title: string, { description, editor = "text", maxLength = labelLimit, ...rest }: Options = {}) =>
  Type.String({
    ...field(editor, title, description),
    minLength: 1,
    maxLength,
    pattern: "\\S",
    patternMessage: "must not be blank",
    ...rest,
  });

/** An option's `value`, a row's `key`, a column's `value`: what answers and conditions call it. */
export const Name = (title: string) =>
  Type.String({
    ...field("text", title, "Used in answers, conditions and exports."),
    pattern: idPattern,
    patternMessage: idPatternMessage,
  });

export const HttpsUrl = (title: string, { description, editor = "url" }: Options = {}) =>
  Type.String({ ...field(editor, title, description), format: "https", maxLength: urlLimit });

/** https, or the address of an uploaded image (decisions §9.2). */
export const ImageUrl = (title: string) =>
  Type.String({ ...field("image", title), format: "image-url", maxLength: urlLimit });
