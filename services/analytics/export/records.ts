import { cellOf, rowsIn } from "../../../shared/domain/questions/rows.ts";
import type { TableSession } from "../store/table.ts";
import { kindOf, type WriteCell } from "./cells.ts";
import type { TableOptions } from "./cursor.ts";
import type { Plan } from "./plan.ts";

/** A table of the rows of one records question (features §18.2 `records=rows`), instead of one row for each session. Pure. */

const fixedColumns = ["session_id", "row"];

/** Returns the headers by field key, in the order of the newest version, then fields of older versions only. */
function fieldHeaders({ versions }: Plan, nodeId: string): Map<string, string> {
  const headers = new Map<string, string>();
  for (const version of versions.values()) {
    const fields = (version.get(nodeId)?.question.config.fields ?? []) as { key: string; title: string }[];
    for (const { key, title } of fields) if (!headers.has(key)) headers.set(key, `${title} [${nodeId}.${key}]`);
  }
  return headers;
}

/** Returns whether any version has a records question with this ID. */
export const hasRecords = ({ versions }: Plan, nodeId: string): boolean =>
  versions.values().some((version) => version.get(nodeId)?.question.fields);

export const recordHeaders = (plan: Plan, nodeId: string): string[] => [
  ...fixedColumns,
  ...fieldHeaders(plan, nodeId).values(),
];

/** Returns a function that has the table's rows of a session, with the labels and types of its own version. */
export function recordRows(
  plan: Plan,
  nodeId: string,
  { style }: Pick<TableOptions, "style">,
  write: WriteCell,
): (session: TableSession) => string[][] {
  const keys = [...fieldHeaders(plan, nodeId).keys()];
  return ({ id, version_number, answers }) => {
    const fields = plan.versions.get(version_number)?.get(nodeId)?.question.fields;
    if (!fields || !Object.hasOwn(answers, nodeId)) return [];
    return rowsIn(answers[nodeId] ?? null).map((row, index) => [
      write(id, "plain"),
      write(String(index + 1), "number"),
      ...keys.map((key) => {
        const [field, value] = [fields.get(key), cellOf(row, key)];
        if (!field || value === null) return "";
        const [cell = ""] = field.cells(value, style);
        return write(cell, kindOf(field, cell));
      }),
    ]);
  };
}
