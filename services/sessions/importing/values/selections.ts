/** Answers of several options, and rankings, in one column or in one for each option (wants §25, Columns). */
import type { Json } from "../../../../shared/domain/json.ts";
import { isOtherItem } from "../columns/parts.ts";
import { type Finder, type Found, finderOf } from "../form/choices.ts";
import { folded } from "../form/texts.ts";
import { type Cell, textOf } from "../table.ts";
import { isChosenSign, isEmptyCell, isUnchosen, otherTexts, refusal, signColumns } from "./answers.ts";
import { type List, type ListReader, listReader, separatorsOf } from "./lists.ts";
import {
  type AnswerColumns,
  type AnswerReader,
  type FileFacts,
  noAnswer,
  type Reading,
  type Row,
  reasons,
} from "./reading.ts";
import { optionJson, optionTexts } from "./scalars.ts";

type Column = AnswerColumns["columns"][number];
type Kind = Column["part"]["kind"];

const ofKind = <K extends Kind>(columns: readonly Column[], kind: K) =>
  columns.filter((it): it is { column: number; part: Extract<Column["part"], { kind: K }> } => it.part.kind === kind);

/** Reads a set of options. */
export function selectionAnswer({ question, columns }: AnswerColumns, facts: FileFacts): AnswerReader {
  const lists = listsOf({ question, columns }, facts);
  const joined = ofKind(columns, "whole");
  const optionColumns = ofKind(columns, "option");
  const isComplete = optionColumns.length === question.options?.values.length;
  const split = splitReader(optionColumns, lists.finder, facts);
  const lacking = ofKind(columns, "lacking");
  const othersOf = otherTexts(columns, signColumns(columns, facts));
  return (row, language) => {
    const absent = lacking.filter(({ column }) => isLackingChosen(row(column), facts.source));
    if (absent.length > 0)
      return { value: null, refused: absent.map(({ column }) => ({ column, reason: reasons.option })) };
    const ticked = split(row, language);
    if (!Array.isArray(ticked)) return ticked;
    const chosen = ticked.map(({ value }) => value);
    const isSplitFirst = lists.reader.hasSeparator && isComplete && chosen.length > 0;
    const unread = isSplitFirst ? unreadIn(joined, row, language, lists.reader, new Set(chosen)) : undefined;
    if (unread) return refusal(unread.column, reasons.option);
    const items = isSplitFirst
      ? [...chosen, ...ownOf(joined, row, language, lists.reader, new Set(chosen))]
      : wholeItems(joined, row, language, lists);
    if (!Array.isArray(items)) return items;
    const { texts, ...others } = othersOf(row);
    const named = texts.map((text) => foundValue(lists.finder.find(text, language)) ?? text);
    const answer = withOthers(items.length > 0 ? items : chosen, { ...others, texts: named }, question);
    // the list comes before the columns of options (wants §25, Columns)
    const unlisted = items.length > 0 ? ticked.filter(({ value }) => !items.includes(value)) : [];
    return {
      ...answer,
      refused: [...answer.refused, ...unlisted.map(({ column }) => ({ column, reason: reasons.joined }))],
    };
  };
}

const foundValue = (found: Found): string | null => (found && found !== "several" ? found.value : null);

/** Adds the own text of its column, or puts it in the place of a bare `other`. */
function withOthers(
  items: readonly string[],
  { column, texts, isChosen }: ReturnType<ReturnType<typeof otherTexts>>,
  question: AnswerColumns["question"],
): Reading {
  const values = new Set(question.options?.values);
  const [text] = texts;
  const all = new Set(text === undefined ? items : items.filter((it) => values.has(it) || !isOtherItem(it)));
  if (text !== undefined) all.add(text);
  const own = [...all].filter((it) => !values.has(it));
  if (own.length > 1 || texts.length > 1) return refusal(column, reasons.texts);
  if (own.length === 0 && isChosen) all.add("other");
  return all.size === 0 ? noAnswer : { value: [...all], refused: [] };
}

interface Lists {
  reader: ListReader;
  /** in a list cut at blanks, if it can't be cut otherwise; null if that isn't done */
  loose: ListReader | null;
  finder: Finder;
  isOpen: boolean;
}

function listsOf({ question }: AnswerColumns, facts: FileFacts): Lists {
  const texts = optionTexts(question, facts);
  const { isOpen } = question;
  return {
    reader: listReader(texts, separatorsOf(facts.source), isOpen),
    loose: facts.source === "table" && !isOpen ? listReader(texts, "blanks", false) : null,
    finder: finderOf(texts),
    isOpen,
  };
}

/** Returns the items of the columns that have lists, in order. */
function wholeItems(columns: readonly Column[], row: Row, language: string | null, lists: Lists): string[] | Reading {
  const all: string[] = [];
  for (const { column } of columns) {
    const cell = row(column);
    if (isEmptyCell(cell)) continue;
    const items = itemsOf(cell, language, lists);
    if (typeof items === "string") return refusal(column, items);
    all.push(...items);
  }
  return all;
}

/** Returns the items of a cell, or why it is refused. */
function itemsOf(cell: Cell, language: string | null, lists: Lists): string[] | string {
  if (typeof cell === "object" && "json" in cell && typeof cell.json !== "string")
    return jsonItems(cell.json, language, lists);
  const text = typeof cell === "object" && "json" in cell ? String(cell.json) : textOf(cell);
  const list = lists.reader.read(text, language);
  if (list !== "unknown") return itemTexts(list);
  const loose = lists.loose?.read(text, language) ?? "unknown";
  if (loose !== "unknown") return itemTexts(loose);
  return isChosenSign(text) || isUnchosen(text) ? reasons.noOption : reasons.option;
}

function itemTexts(list: Exclude<List, "unknown">): string[] | string {
  if (list === "several") return reasons.list;
  return list.items.map((item) => ("value" in item ? item.value : item.own));
}

function jsonItems(json: Json, language: string | null, { finder, isOpen }: Lists): string[] | string {
  const items: string[] = [];
  for (const item of Array.isArray(json) ? json : [json]) {
    const text = optionJson(item);
    const found = text === null ? null : finder.find(text, language);
    if (found === "several") return reasons.options;
    if (text === null || (!found && !isOpen)) return reasons.option;
    items.push(found ? found.value : text);
  }
  return items;
}

const ownTexts = (list: List): string[] =>
  typeof list === "string" ? [] : list.items.flatMap((item) => ("own" in item ? [item.own] : []));

/** Returns a list that has other items than these options. */
const unreadIn = (
  columns: readonly Column[],
  row: Row,
  language: string | null,
  reader: ListReader,
  chosen: ReadonlySet<string>,
): Column | undefined =>
  columns.find(({ column }) => {
    const cell = row(column);
    return !isEmptyCell(cell) && reader.read(textOf(cell), language, chosen) === "unknown";
  });

/** Returns the own text beside these options in a list, which can't be told apart otherwise. */
function ownOf(
  columns: readonly Column[],
  row: Row,
  language: string | null,
  reader: ListReader,
  chosen: ReadonlySet<string>,
): string[] {
  return columns.flatMap(({ column }) => {
    const cell = row(column);
    if (isEmptyCell(cell)) return [];
    const own = ownTexts(reader.read(textOf(cell), language, chosen));
    // the columns of options say more about these than the list does
    return own.filter((text) => ownTexts(reader.read(text, language)).length > 0);
  });
}

/** LimeSurvey can write 2 for not chosen. */
const isLackingChosen = (cell: Cell, source: FileFacts["source"]): boolean =>
  !isUnchosen(textOf(cell)) && !(source === "limesurvey" && textOf(cell).trim() === "2");

type OptionColumn = { column: number; part: { kind: "option"; value: string } };

/** Reads columns of one option each, which a sign or the option's text ticks. */
function splitReader(
  columns: readonly OptionColumn[],
  finder: Finder,
  { source, styleOf }: FileFacts,
): (row: Row, language: string | null) => { column: number; value: string }[] | Reading {
  const hasSigns = columns.some(({ column }) => styleOf(column).hasSigns);
  const isTicked = (text: string, value: string, language: string | null): boolean | null => {
    const sign = folded(text);
    const found = finder.find(text, language);
    const isItself = found !== null && found !== "several" && found.value === value;
    // an option can be called No
    if (isItself && (!isUnchosen(text) || (!hasSigns && sign !== "0"))) return true;
    if (isUnchosen(text) || (source === "limesurvey" && sign === "2")) return false;
    return isItself || isChosenSign(text) ? true : null;
  };
  return (row, language) => {
    const chosen: { column: number; value: string }[] = [];
    for (const { column, part } of columns) {
      const cell = row(column);
      if (isEmptyCell(cell)) continue;
      const ticked = isTicked(textOf(cell), part.value, language);
      if (ticked === null) return refusal(column, reasons.sign);
      if (ticked) chosen.push({ column, value: part.value });
    }
    return chosen;
  };
}

/** Reads a ranking: a list, a column for each rank, or one for each option with its rank. */
export function rankingAnswer({ question, columns }: AnswerColumns, facts: FileFacts): AnswerReader {
  const lists = listsOf({ question, columns }, facts);
  const joined = ofKind(columns, "whole");
  const places = ofKind(columns, "place").toSorted((a, b) => a.part.place - b.part.place);
  const options = ofKind(columns, "option");
  const lacking = ofKind(columns, "lacking");
  return (row, language) => {
    const absent = lacking.filter(({ column }) => isLackingChosen(row(column), facts.source));
    if (absent.length > 0)
      return { value: null, refused: absent.map(({ column }) => ({ column, reason: reasons.option })) };
    const items = wholeItems([...joined, ...places], row, language, lists);
    if (!Array.isArray(items)) return items;
    const byOption = rankedOptions(options, row, question.options?.values.length ?? 0);
    if (!Array.isArray(byOption)) return byOption;
    const ranked = items.length > 0 ? items : byOption;
    const isOther = items.length > 0 && byOption.length > 0 && byOption.join() !== items.join();
    if (isOther) return refusal(options[0]?.column ?? 0, reasons.several);
    if (ranked.length === 0) return noAnswer;
    if (new Set(ranked).size < ranked.length) return refusal(columns[0]?.column ?? 0, reasons.places);
    return { value: ranked, refused: [] };
  };
}

function rankedOptions(columns: readonly OptionColumn[], row: Row, last: number): string[] | Reading {
  const byPlace = new Map<number, string>();
  for (const { column, part } of columns) {
    const cell = row(column);
    if (isEmptyCell(cell)) continue;
    const text = textOf(cell).trim();
    const place = /^[1-9]\d{0,2}(?:\.0+)?$/.test(text) ? Number(text) : 0;
    if (place === 0 || place > last) return refusal(column, reasons.place);
    if (byPlace.has(place)) return refusal(column, reasons.places);
    byPlace.set(place, part.value);
  }
  return [...byPlace].toSorted(([a], [b]) => a - b).map(([, value]) => value);
}
