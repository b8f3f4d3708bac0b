import { type FileCell, textOf } from "../table.ts";
import { folded, ownColumns, type Sheet, type SheetFormat } from "./sheet.ts";

/** Columns that tell a response beside the first one: raw names and labels. */
const parts = new Set([
  ...["redcap_event_name", "redcap_repeat_instrument", "redcap_repeat_instance"],
  ...["event name", "repeat instrument", "repeat instance"],
]);
const repeated = new Set(["redcap_repeat_instrument", "repeat instrument"]);
const read = new Set([
  ...["redcap_survey_identifier", "redcap_data_access_group", "survey identifier", "data access group"],
]);
const states = new Set(["", "0", "1", "2", "incomplete", "unverified", "complete"]);

/** The state of an instrument, its last column: `<form>_complete`, with labels `Complete?`. */
const isState = (header: string): boolean => /^[a-z][a-z0-9_]*_complete$|^complete\?$/.test(folded(header));
const isFieldName = (header: string): boolean => /^[a-z][a-z0-9_]*$/.test(header);

export const redcap: SheetFormat = {
  source: "redcap",
  zone: null,
  isOf({ headers, rows }: Sheet) {
    const at = headers.findLastIndex(isState);
    if (at < 1 || !rows.every((row) => states.has(folded(row[at] ?? "")))) return false;
    if (headers.some((header) => parts.has(folded(header)) || read.has(folded(header)))) return true;
    return at === headers.length - 1 && (headers.every(isFieldName) || folded(headers[at] ?? "") === "complete?");
  },
  times: ({ headers }) => ({
    moments: headers.flatMap((header, at) => (isTimestamp(headers, header) ? [at] : [])),
  }),
  own({ headers }) {
    const completed = headers.findLastIndex((header) => isTimestamp(headers, header));
    return ownColumns(headers, (header, at) => {
      if (at === 0 || parts.has(folded(header))) return "id";
      if (at === completed) return "completed_at";
      return isState(header) || isTimestamp(headers, header) || read.has(folded(header)) ? "skip" : null;
    });
  },
  reader({ headers }) {
    const columns = headers.flatMap((header, at) => (isState(header) ? [at] : []));
    const instrument = headers.findIndex((header) => repeated.has(folded(header)));
    return {
      asked: (cells) => askedOf(columns, headers, cells, textOf(cells[instrument]).trim()),
      isUnfinished: (cells) => columns.some((at) => /^(?:0|incomplete)$/i.test(textOf(cells[at]).trim())),
      isNoTime: (text) => text === "[not completed]",
    };
  },
};

function isTimestamp(headers: readonly string[], header: string): boolean {
  if (folded(header) === "survey timestamp") return true;
  return header.endsWith("_timestamp") && headers.includes(header.replace(/_timestamp$/, "_complete"));
}

/**
 * Returns the columns of the repeating instrument whose row this is, null for other rows. Each instrument ends with its state. An export
 * with labels doesn't name instruments in its headers, so there the ones with cells count.
 */
function askedOf(
  states: readonly number[],
  headers: readonly string[],
  cells: readonly FileCell[],
  instrument: string,
): ReadonlySet<number> | null {
  if (instrument === "") return null;
  const parts = states.map((end, at) => range((states[at - 1] ?? -1) + 1, end));
  const named = parts.filter((part) => headers[part.at(-1) as number] === `${instrument}_complete`);
  const filled = parts.filter((part) => textOf(cells[part.at(-1) as number]).trim() !== "");
  return new Set((named.length > 0 ? named : filled).flat());
}

const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, at) => from + at);
