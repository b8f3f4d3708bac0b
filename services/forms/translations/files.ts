import type { TranslationState, TranslationsQuery } from "../../../shared/api/shapes/translations.ts";
import {
  type FormTexts,
  languagesOf,
  originalsOf,
  sameLanguage,
  translationOf,
} from "../../../shared/domain/graph/translations/translations.ts";
import type { Graph, Texts } from "../../../shared/domain/graph/types.ts";
import { forbiddenKeys } from "../../../shared/domain/json.ts";
import { languageLimit } from "../../../shared/domain/limits.ts";
import { runToEnd } from "../../../shared/domain/runToEnd.ts";
import { readCsv, writeCsv } from "./files/csv.ts";
import { isKnownLanguage } from "./files/languages.ts";
import { type TranslationTable, tableOf } from "./files/table.ts";
import { readXliff, writeXliff } from "./files/xliff.ts";
import { readTranslations, tooLargeWhole, wholeGraphLimit } from "./limits.ts";
import type { Originals } from "./originalsAfter.ts";
import { originalsAfter } from "./originalsAfter.ts";
import { Refusal } from "./refusal.ts";

/** Translations of a draft as files and back (features §13). Runs in the thread of analyses. */

/** A draft with what its translations are of. */
export interface TranslatedDraft extends FormTexts {
  graph: Graph;
  /** the form's own language */
  language: string;
  /** by language */
  originals: Readonly<Record<string, Originals>>;
}

/** Returns the file, or the state as JSON. */
export function fileOf(draft: TranslatedDraft, { format = "json", language, bom = false }: TranslationsQuery): string {
  if (format === "json") return JSON.stringify(stateOf(draft));
  const tags = languagesOf(draft.graph).map(([tag]) => tag);
  const asked = language === undefined ? tags : [tags.find((tag) => sameLanguage(tag, language)) ?? language];
  for (const tag of asked) if (!tags.includes(tag)) refuseNew(tag, draft.language);
  const table = tableOf(draft.graph, draft, asked);
  return format === "csv" ? writeCsv(table, bom) : writeXliff(table, draft.language);
}

/** Throws unless the form can be translated into a language, so that its file can be sent back. */
function refuseNew(tag: string, own: string): void {
  if (sameLanguage(tag, own)) throw new Refusal(["language: must not be the form's own language"]);
  if (!isKnownLanguage(tag)) throw new Refusal([`language: "${tag}" isn't a language tag`]);
}

/** Counts texts, and lists translations whose original changed since. */
export function stateOf({ graph, originals, ...form }: TranslatedDraft): TranslationState {
  const texts = originalsOf(graph, form);
  const changed: TranslationState["changed"] = {};
  const languages = languagesOf(graph).map(([tag, own]) => {
    const done = [...texts.keys()].filter((key) => translationOf(own, key) !== undefined);
    const stale = done.flatMap((key) => {
      const original = originals[tag]?.[key];
      return original && original.source !== texts.get(key) ? [[key, original] as const] : [];
    });
    if (stale.length > 0) changed[tag] = Object.fromEntries(stale);
    return { tag, done: done.length, missing: texts.size - done.length, changed: stale.length };
  });
  return { languages, changed };
}

/** The part of a draft that a file changes. */
export interface ChangedDraft {
  translations: Record<string, Texts>;
  originals: Record<string, Originals>;
}

/** Returns the draft with the translations of a file. Empty texts, languages without a text, and what the file lacks change nothing. */
export async function withFile(
  draft: TranslatedDraft,
  { type, text }: { type: "csv" | "xliff"; text: string },
  at: string,
): Promise<ChangedDraft> {
  // PostgreSQL stores no such character
  if (text.includes("\0")) throw new Refusal(["file: must not contain the character U+0000"]);
  const rules = { own: draft.language, translated: languagesOf(draft.graph).map(([tag]) => tag) };
  const table = type === "csv" ? await readCsv(text, rules) : readXliff(text, rules);
  // no JSON with these keys is taken, so the draft couldn't be saved again
  const forbidden = table.rows.find(({ key }) => forbiddenKeys.has(key));
  if (forbidden) throw new Refusal([`key: \`${forbidden.key}\` isn't allowed`]);
  const translations = new Map(languagesOf(draft.graph));
  const originals: Record<string, Originals> = { ...draft.originals };
  const present = originalsOf(draft.graph, draft);
  for (const language of table.languages) {
    const tag = [...translations.keys()].find((known) => sameLanguage(known, language)) ?? language;
    const [before, own] = [translations.get(tag) ?? {}, originals[tag] ?? {}];
    const after = withTexts(before, table, language);
    if (!translations.has(tag) && Object.keys(after).length === 0) continue;
    const texts = new Map([...present, ...sourcesOf(table)]);
    translations.set(tag, after);
    originals[tag] = originalsAfter({ before, after, own, texts, at });
  }
  refuse({ ...draft.graph, translations: Object.fromEntries(translations) });
  return { translations: Object.fromEntries(translations), originals };
}

function withTexts(before: Texts, { rows }: TranslationTable, language: string): Texts {
  const given = rows.map(({ key, texts }) => [key, texts.get(language) ?? ""] as const);
  return { ...before, ...Object.fromEntries(given.filter(([, text]) => text.trim() !== "")) };
}

/** The texts that were translated, which may be older than those of the draft. */
const sourcesOf = ({ rows }: TranslationTable): [string, string][] =>
  rows.flatMap(({ key, source = "" }) => (source === "" ? [] : [[key, source]]));

function refuse(graph: Graph): void {
  if (languagesOf(graph).length > languageLimit)
    throw new Refusal([`file: the form would have more than ${languageLimit} languages`]);
  const { errors } = runToEnd(readTranslations(graph, "translations"));
  if (errors.length > 0) throw new Refusal(errors);
  if (Buffer.byteLength(JSON.stringify(graph)) > wholeGraphLimit) throw new Refusal([`file: ${tooLargeWhole}`]);
}
