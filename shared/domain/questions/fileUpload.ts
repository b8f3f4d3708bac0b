/** file_upload (decisions §4.1, wants §23): files, a drawing or photos. Size and type are checked at upload (decisions §5), the number of files here too. */

import { oneColumn, plainCell } from "./columns.ts";
import type { ConfigOf } from "./config/declaration.ts";
import type * as config from "./config/fileUpload.ts";
import type { Question } from "./question.ts";
import { answered, refused } from "./reply.ts";
import { fileLimits } from "./uploads.ts";

type Config = ConfigOf<typeof config.fileUpload, "file_upload">;

export const fileUpload: Question<Config> = {
  family: "count",
  // there is no correct answer before the upload
  scoring: [],
  check(value, config, { isIssuedFile }) {
    const { max_files } = fileLimits(config);
    if (!Array.isArray(value) || new Set(value).size < value.length)
      return refused("must be an array of different URLs");
    if (value.length > max_files)
      return refused(max_files === 1 ? "must have only one file" : `must have at most ${max_files} files`, "too_many");
    const isIssued = value.every((url) => typeof url === "string" && isIssuedFile(url));
    return isIssued ? answered(value) : refused("must be URLs of files uploaded to this question");
  },
  domain: (config) => ({ family: "count", min: 1, max: fileLimits(config).max_files }),
  columns: oneColumn,
  cells: plainCell,
  uploads(config) {
    const { max_files, max_size_mb, accept } = fileLimits(config);
    return { maxFiles: max_files, maxSizeMb: max_size_mb, accept, isRedrawn: config.input === "draw" };
  },
};
