import type { ImportSource } from "../../../shared/api/shapes/responseImports.ts";
import type { Suggestion } from "./columns/suggest.ts";
import type { Target } from "./columns/targets.ts";
import { type Finder, finderOf } from "./form/choices.ts";
import type { ImportQuestion } from "./form/questions.ts";
import { folded, spaced } from "./form/texts.ts";
import { type Cell, type FileCell, isFault, type Table, textOf } from "./table.ts";
import { isTime } from "./times.ts";
import { isChosenSign, isUnchosen } from "./values/answers.ts";
import { observeNumber } from "./values/numbers.ts";
import { type ColumnStyle, newColumnStyle } from "./values/styles.ts";

/** Facts that need all rows of a file. */
export interface FirstPass {
  rows: number;
  samples: readonly string[][];
  styles: readonly ColumnStyle[];
  /** a file of Pathform has labels, not values */
  hasLabels: boolean;
}

const sampleCount = 3;
const sampleLength = 100;

/** Reads all rows once, since some cells can only be read when the others of their column are known. */
export async function firstPass(
  table: Table,
  targets: readonly (Target | null)[],
  suggestions: readonly Suggestion[],
): Promise<FirstPass> {
  const samples: string[][] = table.headers.map(() => []);
  const styles = table.headers.map(newColumnStyle);
  const kinds = { values: 0, labels: 0 };
  const observers = table.headers.flatMap((_, column) => {
    const style = styles[column] as ColumnStyle;
    const { target, isTentative } = suggestions[column] as Suggestion;
    const found = [targets[column] ?? null].map((given) => observerOf(given, style)).filter((it) => it !== null);
    if (isTentative && target) found.push(fitObserver(target, table.source, style));
    if (table.source === "pathform") found.push(...kindObserver(targets[column] ?? null, kinds));
    return found.map((observe) => ({ column, observe }));
  });
  const ids = suggestions.flatMap(({ target }, column) =>
    target?.kind === "own" && target.field === "id" && table.own[column] === null
      ? [{ column, seen: new Set<string>() }]
      : [],
  );
  let rows = 0;
  let open = samples.map((_, column) => column);
  for await (const { cells } of table.rows()) {
    rows += 1;
    let full = 0;
    for (const column of open) if (addSample(samples[column] as string[], cells[column] ?? "")) full += 1;
    if (full > 0) open = open.filter((column) => (samples[column]?.length ?? 0) < sampleCount);
    for (const { column, observe } of observers) {
      const cell = cells[column] ?? "";
      if (cell !== "" && !isFault(cell)) observe(cell);
    }
    for (const { column, seen } of ids) seen.add(textOf(cells[column]).trim().slice(0, idLength));
  }
  // an id differs in every row
  for (const { column, seen } of ids) (styles[column] as ColumnStyle).fits = seen.size === rows && !seen.has("");
  return { rows, samples, styles, hasLabels: kinds.labels > 0 && kinds.values === 0 };
}

/** Characters of an id that tell rows apart. */
const idLength = 200;

/** Adds a cell that is different, and returns whether that was the last one. */
function addSample(samples: string[], cell: FileCell): boolean {
  if (cell === "") return false;
  const text = textOf(cell).trim().slice(0, sampleLength).toWellFormed();
  if (text === "" || samples.includes(text)) return false;
  return samples.push(text) === sampleCount;
}

type Observer = (cell: Cell) => void;

const isSign = (text: string): boolean => isChosenSign(text) || isUnchosen(text.trim());

function observerOf(target: Target | null, style: ColumnStyle): Observer | null {
  if (target?.kind === "own") return target.field.endsWith("_at") ? (cell) => style.orders.add(cell) : null;
  if (target?.kind !== "answer") return null;
  const { question, part } = target;
  const { family } = question.question.domain ?? {};
  if (family === "date") return (cell) => style.orders.add(cell);
  if (family === "num") return (cell) => observeNumber(style.numbers, textOf(cell), question.units);
  if (part.kind === "other") return (cell) => (style.isSigns &&= isSign(textOf(cell)));
  if (part.kind !== "option" || !question.options) return null;
  const finder = finderOf(question.options);
  return (cell) => {
    const text = textOf(cell);
    if (style.hasSigns || !isChosenSign(text)) return;
    const found = finder.find(text, null);
    style.hasSigns = found === null || found === "several" || found.value !== part.value;
  };
}

/** Different cells that are looked up. */
const seenLimit = 1000;

/** Notes whether each cell of a column is what its header says. */
function fitObserver(target: Target, source: ImportSource, style: ColumnStyle): Observer {
  const isFit = fitOf(target, source);
  const seen = new Set<string>();
  return (cell) => {
    const text = textOf(cell);
    if (style.fits === false || text.trim() === "" || seen.has(text)) return;
    if (seen.size < seenLimit) seen.add(text);
    style.fits = isFit(cell);
  };
}

/** Returns a test of cells: an option, a sign of the one that the header names, or a time. */
function fitOf(target: Target, source: ImportSource): (cell: Cell) => boolean {
  if (target.kind !== "answer") return target.kind === "own" && target.field.endsWith("_at") ? isTime : () => true;
  const { question, part } = target;
  if (part.kind === "lacking") {
    const isSignOf = lackingSign(question, source);
    return (cell) => isSignOf(textOf(cell).trim()) || folded(textOf(cell)) === folded(part.name);
  }
  const finder: Finder | null = question.options && finderOf(question.options);
  return (cell) => {
    const text = textOf(cell);
    const found = finder?.find(text, null) ?? null;
    const isItself = found !== null && found !== "several" && part.kind === "option" && found.value === part.value;
    return part.kind === "option" ? isItself || isSign(text) : found !== null;
  };
}

/** Returns a test of signs for an option that the question lacks: Typeform has none, and LimeSurvey can write 1 and 2. */
function lackingSign({ question }: ImportQuestion, source: ImportSource): (text: string) => boolean {
  if (source === "typeform") return () => false;
  if (question.domain?.family === "rank") return (text) => isSign(text) || /^\d{1,2}$/.test(text);
  return (text) => isSign(text) || (source === "limesurvey" && text === "2");
}

/** Notes whether the options of an export are values or labels. */
function kindObserver(target: Target | null, kinds: { values: number; labels: number }): Observer[] {
  const options = target?.kind === "answer" ? target.question.options : null;
  if (!options) return [];
  const values = new Set(options.values);
  const labels = new Set(
    [...options.own, ...[...options.byLanguage.values()].flat()].map(([, label]) => spaced(label)),
  );
  return [
    (cell) => {
      const [first = ""] = textOf(cell).split("; ", 1);
      const text = spaced(first);
      const [isValue, isLabel] = [values.has(text), labels.has(text)];
      if (isValue && !isLabel) kinds.values += 1;
      if (isLabel && !isValue) kinds.labels += 1;
    },
  ];
}
