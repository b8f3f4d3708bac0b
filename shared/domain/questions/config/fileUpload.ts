import { field, Type } from "../../schema.ts";
import { defaults } from "../defaults.ts";
import { photoTypes } from "../uploads.ts";
import { declare, reportRepeats } from "./declaration.ts";

const { input, max_files, max_size_mb, accept } = defaults.file_upload;

const MediaType = Type.String({
  maxLength: 255,
  pattern: "^[a-z0-9][a-z0-9!#$&^_.+-]*/(\\*|[a-z0-9][a-z0-9!#$&^_.+-]*)$",
  patternMessage: 'must be a media type such as "image/*" or "application/pdf"',
});

const imageNeeded = "must have a type of images, such as image/*, because this question takes photos";

/** A part of its own in the OpenAPI document, because client generators name `input` like the config that requests have. */
export const FileInput = Type.Enum(["file", "draw", "photo"], {
  ...field(
    "choice",
    "Asks for",
    "`draw` takes one drawing or typed name, a PNG of at most 1 MiB. `photo` opens the camera of a phone and takes images alone.",
  ),
  default: input,
});

export const fileUpload = declare(
  "file_upload",
  {
    input: Type.Optional(FileInput),
    max_files: Type.Optional(
      Type.Integer({ ...field("integer", "Maximum files"), minimum: 1, maximum: 10, default: max_files }),
    ),
    max_size_mb: Type.Optional(
      Type.Number({
        ...field("number", "Maximum file size (MB)", "1 MB is 1,048,576 bytes."),
        exclusiveMinimum: 0,
        maximum: 100,
        default: max_size_mb,
      }),
    ),
    accept: Type.Optional(
      Type.Array(MediaType, { ...field("text_list", "Accepted types"), minItems: 1, maxItems: 50, default: accept }),
    ),
  },
  ({ input, accept }, report) => {
    reportRepeats(accept, "accept", null, report);
    if (input === "photo" && photoTypes(accept).length === 0)
      report(["accept"], { kind: "wrong_format", expected: imageNeeded });
  },
);
