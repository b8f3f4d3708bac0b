import type { OwnColumn } from "../table.ts";
import { cellReader, ownColumns, type SheetFormat } from "./sheet.ts";

const submitted = "Submit Date (UTC)";

const own: Readonly<Record<string, OwnColumn>> = {
  "#": "id",
  "Start Date (UTC)": "started_at",
  [submitted]: "completed_at",
  "Stage Date (UTC)": "skip",
  "Response Type": "skip",
  "Network ID": "skip",
  Tags: "skip",
  Ending: "skip",
};

/** Names that questions can have, too, are Typeform's only behind the questions. */
const ends = ["Response Type", "Start Date (UTC)"];

export const typeform: SheetFormat = {
  source: "typeform",
  zone: "UTC",
  isOf: ({ headers }) => headers[0] === "#" && headers.includes(submitted),
  own({ headers }) {
    const end = Math.max(0, ...ends.map((name) => headers.lastIndexOf(name)).filter((at) => at > 0)) - 1;
    return ownColumns(headers, (header, at) =>
      Object.hasOwn(own, header) && (at === 0 || at >= end) ? own[header] : null,
    );
  },
  reader({ headers }) {
    const type = cellReader(headers, "Response Type");
    const submittedAt = cellReader(headers, submitted);
    return {
      isUnfinished: (cells) => submittedAt(cells) === "" || (type(cells) !== "" && type(cells) !== "completed"),
    };
  },
};
