import type { OwnColumn } from "../table.ts";
import { cellReader, ownColumns, type SheetFormat, startsWith } from "./sheet.ts";

const own: Readonly<Record<string, OwnColumn>> = {
  "No.": "skip",
  "Response ID": "id",
  Timestamp: "completed_at",
  Finished: "skip",
  "Survey ID": "skip",
  "Formbricks ID (internal)": "skip",
  "User ID": "skip",
  Tags: "skip",
  Notes: "skip",
};

export const formbricks: SheetFormat = {
  source: "formbricks",
  zone: null,
  isOf: ({ headers }) => startsWith(headers, ["No.", "Response ID", "Timestamp", "Finished"]),
  own: ({ headers }) =>
    ownColumns(headers, (header) => {
      if (Object.hasOwn(own, header)) return own[header];
      return /^userAgent - |^person\./.test(header) ? "skip" : null;
    }),
  reader({ headers }) {
    const finished = cellReader(headers, "Finished");
    return { isUnfinished: (cells) => /^(?:no|false)$/i.test(finished(cells)) };
  },
};
