import type { OwnColumn } from "../table.ts";
import { ownColumns, type Sheet, type SheetFormat } from "./sheet.ts";

const own: Readonly<Record<string, OwnColumn>> = {
  "Respondent ID": "id",
  "Start Date": "started_at",
  "End Date": "completed_at",
  ...Object.fromEntries(
    ["Collector ID", "Date Created", "Date Modified", "IP Address", "Email Address", "First Name", "Last Name"]
      .concat("LanguageString", "Custom Data 1", "Custom Data 2", "Custom Data")
      .map((name) => [name, "skip"]),
  ),
};

/** Cells of the second row below a question that one column answers. */
const whole = /^(?:|response|open-ended response)$/i;

/** The second row has options and rows of questions. A file of condensed columns can lack it. */
const hasParts = ({ rows: [parts = []] }: Sheet): boolean =>
  (parts[0] ?? "").trim() === "" && parts.some((it) => it.trim() !== "");

const partAt = (sheet: Sheet, at: number): string => (hasParts(sheet) ? (sheet.rows[0]?.[at] ?? "").trim() : "");

/** Responses of SurveyMonkey as CSV or XLSX. */
export const surveyMonkey: SheetFormat = {
  source: "surveymonkey",
  zone: null,
  timeOrder: "mdy",
  wasTable: () => true,
  isOf: ({ headers: [first = "", ...others] }) =>
    first.trim() === "Respondent ID" &&
    ["Collector ID", "Start Date", "End Date"].some((name) => others.includes(name)),
  width: (sheet) => (hasParts(sheet) ? (sheet.rows[0] ?? []).findLastIndex((part) => part.trim() !== "") + 1 : 0),
  own: (sheet) =>
    ownColumns(sheet.headers, (header, at) =>
      Object.hasOwn(own, header) && partAt(sheet, at) === "" ? own[header] : null,
    ),
  extraHeaders: (sheet) => (hasParts(sheet) ? 1 : 0),
  headers(sheet) {
    let title = "";
    return sheet.headers.map((header, at) => {
      if (header.trim() !== "") title = header;
      const part = partAt(sheet, at);
      return whole.test(part) ? header || title : `${title} [${part}]`;
    });
  },
};
