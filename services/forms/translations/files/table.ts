import type { FormTexts } from "../../../../shared/domain/graph/translations/translations.ts";
import { languagesOf, originalsOf, translationOf } from "../../../../shared/domain/graph/translations/translations.ts";
import type { Graph } from "../../../../shared/domain/graph/types.ts";

/** Translations of a form in rows, as files have them. */
export interface TranslationTable {
  /** tags in the order of columns */
  languages: string[];
  rows: TranslationRow[];
}

export interface TranslationRow {
  key: string;
  /** undefined if the file doesn't say, or the form has no such text */
  source: string | undefined;
  /** by tag; empty without a translation */
  texts: ReadonlyMap<string, string>;
}

/** Returns a row for each text of the form, then one for each translation of other texts. */
export function tableOf(graph: Graph, form: FormTexts, languages: readonly string[]): TranslationTable {
  const originals = originalsOf(graph, form);
  const translations = languagesOf(graph).filter(([tag]) => languages.includes(tag));
  const others = translations.flatMap(([, texts]) => Object.keys(texts).filter((key) => translationOf(texts, key)));
  return {
    languages: [...languages],
    rows: [...new Set([...originals.keys(), ...others])].map((key) => ({
      key,
      source: originals.get(key),
      texts: new Map(translations.map(([tag, texts]) => [tag, translationOf(texts, key) ?? ""])),
    })),
  };
}
