/** file_upload (decisions §4.1): size and type are enforced where the file arrives (decisions §5), the count here too. */

import { oneColumn, plainCell } from "./columns.ts";
import { byDefault, integer, list, object, parse, positive, type Read, rule } from "./config.ts";
import type { Question } from "./question.ts";
import { answered, refused } from "./reply.ts";

const mediaType = rule('must be a media type such as "image/*" or "application/pdf"', (raw): raw is string => {
  return (
    typeof raw === "string" &&
    raw.length <= 255 &&
    /^[a-z0-9][a-z0-9!#$&^_.+-]*\/(\*|[a-z0-9][a-z0-9!#$&^_.+-]*)$/.test(raw)
  );
});

const config = object({
  max_files: byDefault(1, integer({ min: 1, max: 10 })),
  max_size_mb: byDefault(10, positive(100)),
  accept: byDefault(
    ["image/*", "application/pdf"],
    list(mediaType, { min: 1, max: 50, unique: { of: (type) => type } }),
  ),
});

export const fileUpload: Question<Read<typeof config>> = {
  family: "count",
  // what a right answer would be can't be known before the file is uploaded
  scoring: [],
  parseConfig: (raw) => parse(config, raw),
  check(value, { max_files }, { isIssuedFile }) {
    if (!Array.isArray(value) || new Set(value).size < value.length)
      return refused("must be an array of different URLs");
    if (value.length > max_files) return refused(`must have at most ${max_files} files`);
    const isIssued = value.every((url) => typeof url === "string" && isIssuedFile(url));
    return isIssued ? answered(value) : refused("must be URLs of files uploaded to this question");
  },
  domain: ({ max_files }) => ({ family: "count", max: max_files }),
  columns: oneColumn,
  cells: plainCell,
};
