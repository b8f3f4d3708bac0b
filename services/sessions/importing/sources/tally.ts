import { ownColumns, type SheetFormat, startsWith } from "./sheet.ts";

const submitted = "Submitted at";
/** `Submitted at` and `URL` are among the first columns. */
const firstColumns = 4;

export const tally: SheetFormat = {
  source: "tally",
  zone: "UTC",
  isOf: ({ headers }) =>
    startsWith(headers, ["Submission ID", "Respondent ID"]) && headers.slice(0, firstColumns).includes(submitted),
  own: ({ headers }) =>
    ownColumns(headers, (header, at) => {
      if (at >= firstColumns) return null;
      if (header === "Submission ID") return "id";
      if (header === submitted) return "completed_at";
      return header === "Respondent ID" || header === "URL" ? "skip" : null;
    }),
};
