import { faultOf } from "../../../../shared/workbook/fault.ts";
import { xmlParser } from "../../../../shared/workbook/xml.ts";
import { Refusal } from "../refusal.ts";

/** A row of a table, by the names of its columns. */
export type LssRow = ReadonlyMap<string, string>;

/** Tables of a file by their names, such as `questions`. */
export type Tables = ReadonlyMap<string, readonly LssRow[]>;

/** Returns whether a text is the file of a survey, a group or a question of LimeSurvey. */
export const isLss = (head: string): boolean => head.includes("<LimeSurveyDocType>");

/**
 * Reads the tables of an .lss: `document`, tables, `rows`, `row`, columns. Document types are refused, entities aren't read. `count` is
 * called for each row but those of `question_attributes`, of which each question has dozens.
 */
export function readLss(xml: string, count: () => void): Tables {
  const tables = new Map<string, LssRow[]>();
  const path: string[] = [];
  let row: Map<string, string> | null = null;
  const parser = xmlParser();
  parser.on("opentag", ({ name }) => {
    path.push(name);
    if (path.length !== 4 || name !== "row") return;
    const table = path[1] ?? "";
    if (table !== "question_attributes") count();
    row = new Map();
    const rows = tables.get(table) ?? [];
    tables.set(table, rows);
    rows.push(row);
  });
  const take = (text: string) => {
    const column = path[4];
    if (row && column !== undefined && path.length === 5) row.set(column, (row.get(column) ?? "") + text);
  };
  parser.on("text", take);
  parser.on("cdata", take);
  parser.on("closetag", () => {
    path.pop();
    if (path.length < 4) row = null;
  });
  try {
    parser.write(xml.replace(/^\uFEFF/, "").trim()).close();
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(faultMessage(error));
  }
  return tables;
}

const faultMessage = (error: unknown): string =>
  faultOf(error).reason === "document type"
    ? "file: must not have a document type in its XML"
    : "file: must be valid XML; export the survey structure (.lss) again";
