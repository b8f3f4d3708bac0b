import { field, Type } from "../../schema.ts";
import { defaults } from "../defaults.ts";
import { declare, reportRepeats } from "./declaration.ts";

const { max_files, max_size_mb, accept } = defaults.file_upload;

const MediaType = Type.String({
  maxLength: 255,
  pattern: "^[a-z0-9][a-z0-9!#$&^_.+-]*/(\\*|[a-z0-9][a-z0-9!#$&^_.+-]*)$",
  patternMessage: 'must be a media type such as "image/*" or "application/pdf"',
});

export const fileUpload = declare(
  "file_upload",
  {
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
  ({ accept }, report) => reportRepeats(accept, "accept", null, report),
);
