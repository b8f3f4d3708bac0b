import { responseColumns } from "../../../../shared/domain/csv.ts";
import type { OwnColumn } from "../table.ts";
import { cellReader, ownColumns, type SheetFormat, startsWith } from "./sheet.ts";

const own: Readonly<Record<string, OwnColumn>> = {
  session_id: "id",
  started_at: "started_at",
  completed_at: "completed_at",
  language: "language",
  ...Object.fromEntries(
    ["status", "version_number", "duration_seconds", "total_score", "end_node_id", "outcome", "link", "source"]
      .concat("tags", "note", "is_flagged")
      .map((name) => [name, "skip"]),
  ),
};

/** An export of Pathform: the headers of questions end with their IDs in brackets. */
export const pathform: SheetFormat = {
  source: "pathform",
  zone: "UTC",
  isOf: ({ headers }) => startsWith(headers, responseColumns.slice(0, 5)),
  own({ headers }) {
    const questions = new Set<string>();
    return ownColumns(headers, (header) => {
      const id = /\[([^[\]]+)\]$/.exec(header)?.[1];
      if (id === undefined) return Object.hasOwn(own, header) ? own[header] : null;
      const question = id.split(".")[0] as string;
      // a question with the title "score" has the same header, but stands before its points
      const isResult = id.startsWith("calculation.") || (header === `score [${id}]` && questions.has(id));
      questions.add(question);
      return isResult ? "skip" : null;
    });
  },
  reader({ headers }) {
    const status = cellReader(headers, "status");
    return { isUnfinished: (cells) => status(cells) !== "completed" };
  },
};
