import { isObject, type Json } from "../../../../shared/domain/json.ts";
import { ordersOf, readDate, readTime } from "../dates.ts";
import { allTexts, type ChoiceTexts, finderOf } from "../form/choices.ts";
import type { ImportQuestion } from "../form/questions.ts";
import { folded } from "../form/texts.ts";
import { type Cell, textOf } from "../table.ts";
import { readNumber } from "./numbers.ts";
import { type FileFacts, type Read, reasons } from "./reading.ts";
import type { ColumnStyle } from "./styles.ts";

/** Reads one cell that isn't empty. */
export type CellReader = (cell: Cell, language: string | null) => Read;

/** Returns the text of a cell that has one value; null for lists and objects. */
export function scalarOf(cell: Cell): string | null {
  if (typeof cell === "string" || "date" in cell) return textOf(cell);
  return scalarJson(cell.json);
}

/** Returns a JSON value as text; null for lists and objects. */
export function scalarJson(json: Json): string | null {
  if (json === null || typeof json === "object") return null;
  return String(json);
}

const noSession = { today: "", isIssuedFile: () => false };

/** Texts stay as written. Addresses and phone numbers, which can't have blanks around them, lose these. */
export function textReader({ question }: ImportQuestion): CellReader {
  return (cell) => {
    const text = scalarOf(cell);
    if (text === null) return { reason: reasons.text };
    const trimmed = text.trim();
    const needsTrim =
      trimmed !== text &&
      question.check(text, noSession).kind === "problem" &&
      question.check(trimmed, noSession).kind === "answer";
    return { value: needsTrim ? trimmed : text };
  };
}

/** Reads a number as its column is written. */
export function numberReader({ units }: ImportQuestion, style: ColumnStyle): CellReader {
  return (cell) => {
    if (typeof cell === "object" && "json" in cell && typeof cell.json === "number") return { value: cell.json };
    const text = scalarOf(cell);
    const number = text === null ? null : readNumber(text, units, style.numbers);
    if (number === "several") return { reason: reasons.numbers };
    if (number === "long") return { reason: reasons.digits };
    return number === null ? { reason: reasons.number } : { value: number };
  };
}

/** Dates are taken as they are written, at the precision of the question. */
export function dateReader({ question }: ImportQuestion, style: ColumnStyle, { dateOrder }: FileFacts): CellReader {
  const precision = question.domain?.family === "date" ? question.domain.precision : "day";
  const order = style.orders.order(dateOrder);
  return (cell) => {
    if (precision === "time") {
      const time = readTime(cell);
      return time === null ? { reason: reasons.time } : { value: time };
    }
    const date = readDate(cell, order);
    if (!date) return { reason: order === null && ordersOf(textOf(cell)).length > 1 ? reasons.dates : reasons.date };
    if (precision === "day") return { value: date.day };
    return date.time === null ? { reason: reasons.noTime } : { value: `${date.day}T${date.time}` };
  };
}

/** Reads one of the options, or the own text of a question that takes it. */
export function optionReader(question: ImportQuestion, facts: FileFacts): CellReader {
  const finder = finderOf(optionTexts(question, facts));
  return (cell, language) => {
    const given = optionText(cell);
    if (given === null) return { reason: reasons.option };
    const found = finder.find(given, language);
    if (found === "several") return { reason: reasons.options };
    if (found) return { value: found.value };
    return question.isOpen ? { value: given } : { reason: reasons.option };
  };
}

/** Returns the text of an option. SurveyJS and others have a list of one, or an object with its `value`. */
function optionText(cell: Cell): string | null {
  if (typeof cell === "string" || "date" in cell) return textOf(cell);
  const [only, ...others] = Array.isArray(cell.json) ? cell.json : [cell.json];
  return others.length > 0 ? null : optionJson(only ?? null);
}

/** Returns the text of an option in JSON: it can be an object with its `value` or `label`. Null for other objects. */
export function optionJson(json: Json): string | null {
  if (!isObject(json)) return scalarJson(json);
  const { value, label, other } = json as Record<string, Json>;
  return scalarJson(value ?? label ?? other ?? null);
}

/** Pathform's own files have values and labels. */
const noCodes: ReadonlyMap<string, string> = new Map();

/** Returns the texts of options in a file of this source. */
export function optionTexts({ options, isOpen }: ImportQuestion, { source, prefersLabels }: FileFacts): ChoiceTexts {
  const texts = options as ChoiceTexts;
  const codes = source === "limesurvey" ? codesOf(texts) : [];
  // it can write 1 and 2 for Y and N
  if (codes.length > 0 && texts.signs.some(([value, sign]) => value === "no" && sign === "n")) codes.push(["no", "2"]);
  return {
    ...texts,
    ...(source === "pathform" && { codes: noCodes }),
    prefersLabels,
    signs: [...texts.signs, ...codes],
    hasNames: source === "surveyjs" && !isOpen,
  };
}

/** Codes of LimeSurvey for the labels of its own question types. */
const limeSurveyCodes: ReadonlyMap<string, string> = new Map([
  ["yes", "Y"],
  ["no", "N"],
  ["uncertain", "U"],
  ["increase", "I"],
  ["same", "S"],
  ["decrease", "D"],
  ["female", "F"],
  ["male", "M"],
]);

const codesOf = (texts: ChoiceTexts): [value: string, code: string][] =>
  allTexts(texts).flatMap(([value, text]) => {
    const code = limeSurveyCodes.get(folded(text));
    return code === undefined ? [] : [[value, code]];
  });
