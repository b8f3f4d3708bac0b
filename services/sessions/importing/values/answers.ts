/** Readers of answers by the family of their question (wants §25, Values). */
import { isObject, type Json } from "../../../../shared/domain/json.ts";
import { isOtherItem } from "../columns/parts.ts";
import { type ChoiceTexts, finderOf } from "../form/choices.ts";
import { type Cell, textOf } from "../table.ts";
import {
  type AnswerColumns,
  type AnswerReader,
  type FileFacts,
  noAnswer,
  type Reading,
  type Row,
  reasons,
} from "./reading.ts";
import { type CellReader, optionJson, optionTexts } from "./scalars.ts";

/** Returns whether a cell has no answer. */
export function isEmptyCell(cell: Cell): boolean {
  if (typeof cell === "string") return cell === "";
  if ("date" in cell) return false;
  const { json } = cell;
  if (json === null || (typeof json === "string" && json.trim() === "")) return true;
  return typeof json === "object" && Object.keys(json).length === 0;
}

/** Returns the reading of an answer that is refused. */
export const refusal = (column: number, reason: string): Reading => ({ value: null, refused: [{ column, reason }] });

/** Reads a question of one cell. Rows of records can name it in several ways, and have the same answer twice. */
export function cellAnswer({ columns }: AnswerColumns, readers: readonly CellReader[]): AnswerReader {
  return (row, language) => {
    let answer = noAnswer;
    for (const [at, { column }] of columns.entries()) {
      const cell = row(column);
      if (isEmptyCell(cell)) continue;
      const found = readers[at]?.(cell, language) ?? { reason: reasons.text };
      if (!("value" in found)) return refusal(column, found.reason);
      if (answer.value !== null && !isSame(answer.value, found.value)) return refusal(column, reasons.several);
      answer = { value: found.value, refused: [] };
    }
    return answer;
  };
}

const isSame = (one: Json, other: Json): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Reads a choice, and the column of its own text. */
export function choiceAnswer({ question, columns }: AnswerColumns, read: CellReader): AnswerReader {
  const mains = columns.filter(({ part }) => part.kind !== "other");
  const main = cellAnswer(
    { question, columns: mains },
    mains.map(() => read),
  );
  const othersOf = otherTexts(columns, []);
  return (row, language) => {
    const { column, texts } = othersOf(row);
    const [given = "", second] = texts;
    const named = given === "" ? null : read(given, language);
    // a text that names an option is this option
    const text = named && "value" in named ? named.value : given;
    if (second !== undefined) return refusal(column, reasons.several);
    const isOther = mains.some((it) => text !== "" && isOtherItem(textOf(row(it.column))));
    const answer = isOther ? noAnswer : main(row, language);
    if (answer.refused.length > 0) return answer;
    if (answer.value !== null && text !== "" && text !== answer.value) return refusal(column, reasons.several);
    return answer.value === null && text !== "" ? { value: text, refused: [] } : answer;
  };
}

/**
 * Returns a function that has the different own texts of a row, and the first of their columns. `ofSigns`: columns that say only that there
 * is one, which another column can have.
 */
export function otherTexts(columns: AnswerColumns["columns"], ofSigns: AnswerColumns["columns"]) {
  const others = columns.filter(({ part }) => part.kind === "other");
  const ofTexts = others.filter((it) => !ofSigns.includes(it));
  const [first] = others;
  return (row: Row): { column: number; texts: string[]; isChosen: boolean } => {
    const texts = ofTexts.map(({ column }) => row(column)).filter((cell) => !isEmptyCell(cell));
    return {
      column: first?.column ?? 0,
      texts: [...new Set(texts.map(textOf))],
      isChosen: ofSigns.some(({ column }) => isChosenSign(textOf(row(column)))),
    };
  };
}

/**
 * Returns the columns of a set of options that say by a sign that there is another text. A text can look like a sign: the last of several
 * columns has it, and the only one if the options' columns have no signs. LimeSurvey's always has it.
 */
export function signColumns(
  columns: AnswerColumns["columns"],
  { source, styleOf }: FileFacts,
): AnswerColumns["columns"] {
  const others = columns.filter(({ part }) => part.kind === "other");
  const ofSigns = others.filter(({ column }) => styleOf(column).isSigns);
  if (ofSigns.length < others.length) return ofSigns;
  if (others.length > 1) return others.slice(0, -1);
  const hasSigns = columns.some(({ column, part }) => part.kind === "option" && styleOf(column).hasSigns);
  return hasSigns && source !== "limesurvey" ? others : [];
}

const chosenSigns: ReadonlySet<string> = new Set(["1", "true", "y", "yes", "checked"]);
const unchosenSigns: ReadonlySet<string> = new Set(["0", "false", "n", "no", "unchecked", "n/a"]);

/** Returns whether a cell is a sign that something is chosen (wants §25, Columns). */
export const isChosenSign = (text: string): boolean => chosenSigns.has(text.trim().toLowerCase());
/** Returns whether a cell is a sign that something is not chosen, or was not asked. */
export const isUnchosen = (text: string): boolean => text === "" || unchosenSigns.has(text.trim().toLowerCase());

/** Reads a matrix: a column for each row, or an object of rows. A refused cell leaves out its row alone. */
export function matrixAnswer({ question, columns }: AnswerColumns, facts: FileFacts): AnswerReader {
  const choices = finderOf(optionTexts(question, facts));
  const rows = finderOf({ ...(question.rows as ChoiceTexts), hasNames: facts.source === "surveyjs" });
  type Found = { value: string } | { reason: string };
  const columnOf = (text: string | null, language: string | null): Found => {
    const found = text === null ? null : choices.find(text, language);
    if (found === "several") return { reason: reasons.columns };
    return found ?? { reason: reasons.column };
  };
  function* cellsOf(cell: Cell, key: string | null, language: string | null): Generator<[string | null, Found]> {
    const isJson = typeof cell === "object" && "json" in cell;
    if (key !== null) yield [key, columnOf(isJson ? optionJson(single(cell.json)) : textOf(cell), language)];
    else if (!isJson || !isObject(cell.json)) yield [null, { reason: reasons.noRow }];
    else
      for (const [name, chosen] of Object.entries(cell.json as Record<string, Json>)) {
        if (isEmptyCell({ text: "", json: chosen })) continue;
        const row = rows.find(name, language);
        if (row && row !== "several") yield [row.value, columnOf(optionJson(single(chosen)), language)];
        else yield [null, { reason: reasons.row }];
      }
  }
  return (row, language) => {
    const chosen = new Map<string, string>();
    const refused: { column: number; reason: string }[] = [];
    for (const { column, part } of columns) {
      const cell = row(column);
      if (isEmptyCell(cell)) continue;
      for (const [key, found] of cellsOf(cell, part.kind === "row" ? part.key : null, language)) {
        if ("reason" in found) refused.push({ column, reason: found.reason });
        else if (key !== null && chosen.has(key) && chosen.get(key) !== found.value)
          refused.push({ column, reason: reasons.several });
        else if (key !== null) chosen.set(key, found.value);
      }
    }
    return { value: chosen.size === 0 ? null : Object.fromEntries(chosen), refused };
  };
}

/** Returns the only item of a list. */
const single = (json: Json): Json => (Array.isArray(json) && json.length === 1 ? (json[0] ?? null) : json);
