import { isId } from "../../../shared/domain/formats.ts";
import type { GraphNode } from "../../../shared/domain/graph/types.ts";
import { forbiddenKeys } from "../../../shared/domain/json.ts";
import { Unmapped } from "./expressions/terms.ts";
import type { Item } from "./importedForm.ts";
import { fitted } from "./wording.ts";

/** An option with its key in the document. */
export interface ImportedOption {
  /** value that conditions of the document use */
  key: string;
  /** The key is a code, which the tool's files of responses have. */
  isCode?: boolean;
  label: string;
  exclusive?: boolean;
  image_url?: string;
  points?: number | undefined;
}

/** Options of a question, with the values that the document's conditions use. */
export interface Options {
  list: {
    value: string;
    source_value?: string;
    label: string;
    exclusive?: true;
    image_url?: string;
    alt?: string;
    show_if?: unknown;
  }[];
  /** ours by theirs */
  values: ReadonlyMap<string, string>;
  points: Record<string, number>;
}

/**
 * Returns a value for each name: the name itself where it is a valid ID (decisions §4), else a free one like it. Of equal names, the
 * first one keeps it.
 */
export function valuesOf(names: readonly string[]): string[] {
  const taken = new Set(names.filter(isId));
  const kept = new Set<string>();
  return names.map((name) => {
    if (!isId(name) || kept.has(name)) return freeValue(name, taken);
    kept.add(name);
    return name;
  });
}

/** An option, row or column of another tool. `code`: what its files of responses call it; empty if they have its label. */
interface Coded {
  code: string;
  label: string;
}

/** A value, and the tool's code if that isn't a valid one. */
export interface Sourced {
  value: string;
  source_value?: string;
}

/** Returns the values of options, rows or columns. */
export function sourcedValues(given: readonly Coded[]): Sourced[] {
  const values = valuesOf(given.map(({ code, label }) => code || label));
  return given.map(({ code }, at) => {
    const value = values[at] as string;
    return { value, ...(code !== "" && code !== value && { source_value: code }) };
  });
}

/** Returns the rows of a matrix with their keys. */
export const sourcedRows = (given: readonly Coded[]): { key: string; source_value?: string }[] =>
  sourcedValues(given).map(({ value, ...source }) => ({ key: value, ...source }));

/** Returns an option as a column of a matrix. */
export const columnOf = ({ value, source_value: source, label }: Options["list"][number]) => ({
  value,
  ...(source !== undefined && { source_value: source }),
  label,
});

/** Returns a valid value, like the wish or the wish itself, that isn't taken yet. */
export function freeValue(wish: string, taken: Set<string>): string {
  if (isId(wish) && !taken.has(wish)) {
    taken.add(wish);
    return wish;
  }
  const cleaned = wish
    .replace(/[^A-Za-z0-9_-]+/g, "_")
    .replace(/^_+|_+$/g, "")
    .slice(0, 58);
  const base = cleaned === "" || forbiddenKeys.has(cleaned) ? "option" : cleaned;
  let value = base;
  // counts on from the number of options, so that many equal wishes take one try each
  for (let n = taken.size + 1; taken.has(value); n++) value = `${base}_${n}`;
  taken.add(value);
  return value;
}

/** Makes options. A key that occurs twice keeps its first option in conditions. */
export function optionsOf(given: readonly ImportedOption[]): Options {
  const sourced = sourcedValues(
    given.map(({ key, label, isCode }) => ({ code: isCode ? key : "", label: isCode ? label : key || label })),
  );
  const values = new Map<string, string>();
  const points: Record<string, number> = {};
  const list = given.map(({ key, label, exclusive, image_url, points: awarded }, at) => {
    const { value, ...source } = sourced[at] as Sourced;
    if (!values.has(key)) values.set(key, value);
    if (awarded !== undefined) points[value] = awarded;
    return {
      value,
      ...source,
      label: fitted(label || key || value),
      ...(exclusive && { exclusive }),
      ...(image_url !== undefined && { image_url, alt: fitted(label) }),
    };
  });
  return { list, values, points };
}

export interface ChoiceKind {
  isMultiple: boolean;
  /** shown as a list that opens */
  isDropdown?: boolean;
  allowsOther?: boolean;
}

const choiceLimit = 100;
const dropdownLimit = 500;

/**
 * Returns the type and config of a choice. A choice without options, or with more than a question can have, becomes a
 * text.
 */
export function choiceOf(item: Item, options: Options, { isMultiple, isDropdown, allowsOther }: ChoiceKind) {
  const count = options.list.length;
  if (count === 0 || count > (isMultiple ? choiceLimit : dropdownLimit)) {
    const found = count === 0 ? "The question has no options here." : `The question has ${count} options.`;
    const limit = count === 0 ? "" : ` The limit is ${isMultiple ? choiceLimit : dropdownLimit}.`;
    item.changed("options", `Converted to ${isMultiple ? "long" : "short"} text. ${found}${limit}`);
    return { question_type: isMultiple ? "long_text" : "short_text", config: {} };
  }
  const scoring = pointsOf(item, options);
  const config = {
    options: options.list,
    ...(allowsOther && { allow_other: true }),
    ...(scoring && { scoring }),
  };
  if (isMultiple) return { question_type: "checkbox", config };
  const isShort = count >= 2 && count <= choiceLimit && !isDropdown;
  // only options of a checkbox can be exclusive
  for (const option of options.list) delete option.exclusive;
  return { question_type: isShort ? "multiple_choice" : "dropdown", config };
}

/** Keeps some options of a question. A single one is shown in a list that opens. Throws `Unmapped` if too few are left. */
export function keepOptions(node: GraphNode, kept: readonly unknown[]): void {
  if (kept.length === 0) throw new Unmapped("no choice matches it");
  if (kept.length === 1 && node.question_type === "ranking") throw new Unmapped("only one choice matches it");
  if (kept.length === 1 && node.question_type === "multiple_choice") node.question_type = "dropdown";
  node.data.config = { ...node.data.config, options: kept };
}

function pointsOf(item: Item, { points }: Options): { mode: "options"; points: Record<string, number> } | null {
  const awarded = Object.values(points);
  if (awarded.length === 0) return null;
  if (awarded.every((it) => Number.isInteger(it) && Math.abs(it) <= 1000)) return { mode: "options", points };
  item.changed("points", "Points must be whole numbers from -1,000 to 1,000. The options have no points.");
  return null;
}
