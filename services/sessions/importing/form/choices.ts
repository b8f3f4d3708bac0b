/** Values with their labels, as cells name them (wants §25, Values). */
import { spaced } from "./texts.ts";

/** Values and texts that stand for them. */
export type Labels = readonly (readonly [value: string, text: string])[];

/** A value; `several` if the text can be two; else null. */
export type Found = { value: string } | "several" | null;

/** Values with all texts that stand for them, in the order in which they are compared. */
export interface ChoiceTexts {
  values: readonly string[];
  /** by value, what another tool calls it where that isn't the value (decisions §4.1) */
  codes: ReadonlyMap<string, string>;
  /** in the form's language */
  own: Labels;
  /** by language tag in lower case */
  byLanguage: ReadonlyMap<string, Labels>;
  /** signs such as `Y`, after all labels */
  signs: Labels;
  /** the file has labels, so they come before values */
  prefersLabels: boolean;
  /** the file has names of its tool, of which the import of its form made values */
  hasNames?: boolean;
}

/** Finds the value that a text stands for. */
export interface Finder {
  find(text: string, language: string | null): Found;
  /** The same for a text in the form in which texts are compared. */
  findWritten(text: string, language: string | null): Found;
}

type Index = ReadonlyMap<string, Found>;

/**
 * Finds a value by what another tool calls it, by its own text, then by its label in the row's language, the form's and the others, and then in the same order without
 * regard to case. `written` is the form in which texts are compared.
 */
export function finderOf(texts: ChoiceTexts, written: (text: string) => string = spaced): Finder {
  const lower = (text: string) => written(text).toLowerCase();
  const [exact, anyCase] = [indexes(written), indexes(lower)];
  const bare: Labels = texts.values.map((value) => [value, value]);
  const codes: Labels = texts.values.map((value) => [value, texts.codes.get(value) ?? value]);
  const all = [texts.own, ...texts.byLanguage.values()].flat();
  const listsOf = (language: string | null): Labels[] => {
    const labels = [(language !== null && texts.byLanguage.get(language)) || [], texts.own, all];
    if (texts.prefersLabels) return [...labels, bare];
    return texts.codes.size > 0 ? [codes, bare, ...labels] : [bare, ...labels];
  };
  const lists = new Map<string | null, Labels[]>();
  const findWritten = (text: string, language: string | null): Found => {
    const known = lists.get(language) ?? listsOf(language);
    lists.set(language, known);
    const lowered = text.toLowerCase();
    const found = first(known, exact, text) ?? first(known, anyCase, lowered) ?? first([texts.signs], anyCase, lowered);
    return found ?? (texts.hasNames ? valueMadeOf(text, texts.values) : null);
  };
  return { find: (text, language) => findWritten(written(text), language), findWritten };
}

/** Characters of a name that an import makes a value of. */
const nameLength = 100;

/** Returns the value that an import made of a name. Names that became the same one got a number, so they can be several. */
function valueMadeOf(name: string, values: readonly string[]): Found {
  if (name.length > nameLength) return null;
  const value = name.replace(/[^A-Za-z0-9_-]+/g, "_").replace(/^_+|_+$/g, "");
  if (value === "" || !values.includes(value)) return null;
  const isNumbered = values.some((it) => it.startsWith(`${value}_`) && /^_\d+$/.test(it.slice(value.length)));
  return isNumbered ? "several" : { value };
}

/** Returns a function that makes the index of each list once. */
function indexes(written: (text: string) => string): (labels: Labels) => Index {
  const made = new Map<Labels, Index>();
  return (labels) => {
    const index = made.get(labels) ?? indexOf(labels, written);
    made.set(labels, index);
    return index;
  };
}

function indexOf(labels: Labels, written: (text: string) => string): Index {
  const index = new Map<string, Found>();
  for (const [value, text] of labels) {
    const key = written(text);
    if (key === "") continue;
    const known = index.get(key);
    const isSame = known === undefined || (typeof known === "object" && known?.value === value);
    index.set(key, isSame ? { value } : "several");
  }
  return index;
}

function first(lists: readonly Labels[], indexed: (labels: Labels) => Index, key: string): Found {
  if (key === "") return null;
  for (const labels of lists) {
    const found = indexed(labels).get(key);
    if (found !== undefined) return found;
  }
  return null;
}

/** Returns all texts of the values, in all languages. */
export const allTexts = ({ values, codes, own, byLanguage }: ChoiceTexts): Labels => [
  ...values.map((value) => [value, value] as const),
  ...codes,
  ...own,
  ...[...byLanguage.values()].flat(),
];

/** Returns a value by any of its texts, without regard to case, if there is one. For headers. */
export function anyTextOf(texts: ChoiceTexts): (text: string) => string | null {
  const exact = finderOf(texts);
  return (text) => {
    const found = exact.find(text, null);
    return found && found !== "several" ? found.value : null;
  };
}
