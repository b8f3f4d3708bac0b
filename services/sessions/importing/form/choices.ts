/** Values with their labels, as cells name them (wants §25, Values). */
import { spaced } from "./texts.ts";

/** Values and texts that stand for them. */
export type Labels = readonly (readonly [value: string, text: string])[];

/** A value; `several` if the text can be two; else null. */
export type Found = { value: string } | "several" | null;

/** Values with all texts that stand for them, in the order in which they are compared. */
export interface ChoiceTexts {
  values: readonly string[];
  /** in the form's language */
  own: Labels;
  /** by language tag in lower case */
  byLanguage: ReadonlyMap<string, Labels>;
  /** signs such as `Y`, after all labels */
  signs: Labels;
  /** the file has labels, so they come before values */
  prefersLabels: boolean;
}

/** Finds the value that a text stands for. */
export interface Finder {
  find(text: string, language: string | null): Found;
  /** The same for a text in the form in which texts are compared. */
  findWritten(text: string, language: string | null): Found;
}

type Index = ReadonlyMap<string, Found>;

/**
 * Finds a value by its own text, then by its label in the row's language, the form's and the others, and then in the same order without
 * regard to case. `written` is the form in which texts are compared.
 */
export function finderOf(texts: ChoiceTexts, written: (text: string) => string = spaced): Finder {
  const lower = (text: string) => written(text).toLowerCase();
  const tiers = new Map<string | null, [exact: Index[], anyCase: Index[]]>();
  function tiersOf(language: string | null): [Index[], Index[]] {
    const known = tiers.get(language);
    if (known) return known;
    const lists = listsOf(texts, language);
    const made: [Index[], Index[]] = [
      lists.map((list) => indexOf(list, written)),
      [...lists, texts.signs].map((list) => indexOf(list, lower)),
    ];
    tiers.set(language, made);
    return made;
  }
  const findWritten = (text: string, language: string | null) => {
    const [exact, anyCase] = tiersOf(language);
    return first(exact, text) ?? first(anyCase, text.toLowerCase());
  };
  return { find: (text, language) => findWritten(written(text), language), findWritten };
}

function listsOf({ values, own, byLanguage, prefersLabels }: ChoiceTexts, language: string | null): Labels[] {
  const bare: Labels = values.map((value) => [value, value]);
  const labels = [(language !== null && byLanguage.get(language)) || [], own, [own, ...byLanguage.values()].flat()];
  return prefersLabels ? [...labels, bare] : [bare, ...labels];
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

function first(indexes: readonly Index[], key: string): Found {
  if (key === "") return null;
  for (const index of indexes) {
    const found = index.get(key);
    if (found !== undefined) return found;
  }
  return null;
}

/** Returns all texts of the values, in all languages. */
export const allTexts = ({ values, own, byLanguage }: ChoiceTexts): Labels => [
  ...values.map((value) => [value, value] as const),
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
