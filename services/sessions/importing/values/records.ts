import { isObject, type Json } from "../../../../shared/domain/json.ts";
import { hasLongNumber, markLongNumbers } from "../../../../shared/domain/longNumbers.ts";
import { suggest } from "../columns/suggest.ts";
import type { ImportForm, ImportQuestion } from "../form/questions.ts";
import { type Cell, faultKey, textOf } from "../table.ts";
import { isEmptyCell } from "./answers.ts";
import { type AnswerColumns, type AnswerReader, type FileFacts, type Read, reasons } from "./reading.ts";
import type { CellReader } from "./scalars.ts";

/** Names of fields in a file, most of them in other cases. A hostile file has more. */
const nameLimit = 1000;
/** Characters of a name in a reason. */
const nameLength = 100;

/** Sources whose rows have columns of their own beside the fields. */
const ownNames: ReadonlySet<string> = new Set(["kobo", "odk"]);

/**
 * Reads rows of records: a list of objects by the fields' keys or titles, as JSON (Pathform's CSV) or as a value (a sheet of
 * KoboToolbox, SurveyJS). `headers`: of their sheet, if they have one. `readerOf` reads a field as a question of its own.
 */
export function recordsReader(
  { fields }: ImportQuestion,
  headers: readonly string[],
  facts: FileFacts,
  readerOf: (columns: AnswerColumns, facts: FileFacts) => AnswerReader,
): CellReader {
  const form = { questions: new Map(fields?.map((field) => [field.id, field])), hidden: new Set<string>() };
  const names = fieldNames({ ...form, screens: new Set(), languages: new Map() }, headers, facts, readerOf);
  const ignoresUnknown = ownNames.has(facts.source);

  function readRow(given: Record<string, Json>, language: string | null): Read {
    const cells = new Map<number, Cell>();
    for (const [name, json] of Object.entries(given)) {
      if (isObject(json) && faultKey in json) {
        if (names.columnOf(name) !== null)
          return { reason: `with a cell "${name.slice(0, nameLength)}" that ${json[faultKey]}` };
        continue;
      }
      const cell = { text: typeof json === "string" ? json : JSON.stringify(json), json };
      if (isEmptyCell(cell)) continue;
      const column = names.columnOf(name);
      if (column !== null) cells.set(column, cell);
      else if (!ignoresUnknown) return { reason: reasons.fields };
    }
    const row: { [key: string]: Json } = {};
    for (const [key, { title, read }] of names.readers()) {
      const { value, refused } = read((column) => cells.get(column) ?? "", language);
      const [first] = refused;
      if (first) return { reason: `with a field "${title}" that ${first.reason}` };
      if (value !== null) row[key] = value;
    }
    return { value: row };
  }

  return (cell, language) => {
    const given = rowsOf(cell);
    if (!Array.isArray(given)) return { reason: reasons.records };
    if (hasLongNumber(given)) return { reason: reasons.digits };
    const rows: Json[] = [];
    for (const [at, one] of given.entries()) {
      const read: Read = isObject(one) ? readRow(one as Record<string, Json>, language) : { reason: reasons.fields };
      if (!("value" in read)) return { reason: `has a row ${at + 1} ${read.reason}` };
      rows.push(read.value);
    }
    return { value: rows };
  };
}

function rowsOf(cell: Cell): Json {
  if (typeof cell === "object" && "json" in cell && typeof cell.json !== "string") return cell.json;
  try {
    return JSON.parse(markLongNumbers(textOf(cell))) as Json;
  } catch {
    return null;
  }
}

interface FieldReader {
  title: string;
  read: AnswerReader;
}

/** Numbers the names of fields as columns, as they occur. */
function fieldNames(
  form: ImportForm,
  headers: readonly string[],
  facts: FileFacts,
  readerOf: (columns: AnswerColumns, facts: FileFacts) => AnswerReader,
) {
  const known = new Map<string, number | null>();
  const byField = new Map<string, AnswerColumns["columns"][number][]>();
  let readers: Map<string, FieldReader> | null = null;
  let count = 0;

  /** A sheet's headers together tell options that a field lacks. */
  const ofSheet = new Map(
    suggest({ source: facts.source, headers, own: headers.map(() => null) }, form).map((it, at) => [headers[at], it]),
  );

  function add(name: string): number | null {
    const suggestion = ofSheet.get(name) ?? suggest({ source: facts.source, headers: [name], own: [null] }, form)[0];
    const target = suggestion?.target;
    const isSure = !suggestion?.isTentative || (target?.kind === "answer" && target.part.kind === "lacking");
    if (target?.kind !== "answer" || !isSure || count >= nameLimit) return null;
    const { id } = target.question;
    byField.set(id, [...(byField.get(id) ?? []), { column: count, part: target.part }]);
    readers = null;
    count += 1;
    return count - 1;
  }

  return {
    columnOf(name: string): number | null {
      const column = known.get(name);
      if (column !== undefined) return column;
      if (known.size >= nameLimit) known.clear();
      const added = add(name);
      known.set(name, added);
      return added;
    },
    readers(): ReadonlyMap<string, FieldReader> {
      readers ??= new Map(
        [...form.questions].flatMap(([id, question]) => {
          const columns = byField.get(id);
          const title = question.titles[0] ?? id;
          return columns ? [[id, { title, read: readerOf({ question, columns }, facts) }] as const] : [];
        }),
      );
      return readers;
    },
  };
}
