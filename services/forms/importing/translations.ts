import { originalsOf, sameLanguage, translationLimit } from "../../../shared/domain/graph/translations/translations.ts";
import type { Graph, Translations as GraphTranslations, Texts } from "../../../shared/domain/graph/types.ts";
import { languageBytesLimit, languageLimit } from "../../../shared/domain/limits.ts";

/** The parts of an imported form that its translations need. */
interface Form {
  title: string;
  language: string;
  note(severity: "lost", code: string, source: string, message: string): void;
}

/** A text of a foreign document and its translation. `source` names its place, such as a column. */
interface Entry {
  source: string;
  original: string;
  translation: string;
}

/** Translated texts by language, for all formats. They belong to the texts of the graph that are their originals (features §13). */
export class Translations {
  private readonly languages = new Map<string, { tag: string | null; entries: Entry[] }>();

  /** Adds a text. `language` is its name in the document, `tag` null if it isn’t a language. */
  add(language: string, tag: string | null, original: string, translation: string, source = language): void {
    const known = this.languages.get(language) ?? { tag, entries: [] };
    this.languages.set(language, known);
    known.entries.push({ source, original, translation });
  }

  /** Adds those whose originals are in the graph, and notes the others. `room` is the number of bytes left. */
  into(graph: Graph, form: Form, room: number): Graph {
    const originals = originalsOf(graph, { title: form.title });
    const translations: GraphTranslations = {};
    let left = room;
    for (const [, { tag, entries }] of this.languages) {
      const texts = tag === null || sameLanguage(tag, form.language) ? {} : textsOf(originals, entries);
      const known = (tag !== null && translations[tag]) || {};
      // the first of two names of a language comes first
      const merged = { ...texts, ...known };
      const added = bytesOf(merged) - bytesOf(known);
      const hasRoom = (tag !== null && tag in translations) || Object.keys(translations).length < languageLimit;
      const isTaken = tag !== null && hasRoom && added < left && bytesOf(merged) <= languageBytesLimit;
      if (isTaken && Object.keys(texts).length > 0) {
        translations[tag] = merged;
        left -= added + headroom;
      }
      const shown = (tag !== null && translations[tag]) || {};
      const taken = new Set(
        Object.entries(texts)
          .filter(([key, text]) => shown[key] === text)
          .map(([key]) => originals.get(key)),
      );
      const missing = entries.filter(({ original }) => !taken.has(original));
      for (const [source, { length }] of Map.groupBy(missing, ({ source }) => source)) noteLost(form, source, length);
    }
    return Object.keys(translations).length > 0 ? { ...graph, translations } : graph;
  }
}

const bytesOf = (texts: Texts): number => Buffer.byteLength(JSON.stringify(texts));

/** Bytes of a language beside its texts. */
const headroom = 100;

/** Recalls of other tools are left out with their text. */
function textsOf(originals: ReadonlyMap<string, string>, entries: readonly Entry[]): Texts {
  const usable = entries.filter(({ translation }) => translation.trim() !== "" && !translation.includes("{{"));
  const byOriginal = new Map(usable.map(({ original, translation }) => [original, translation]));
  return Object.fromEntries(
    [...originals].flatMap(([key, original]): [string, string][] => {
      const translation = byOriginal.get(original);
      return translation === undefined ? [] : [[key, cut(translation, translationLimit(key))]];
    }),
  );
}

const cut = (text: string, limit: number): string =>
  [
    ...text
      .toWellFormed()
      .replaceAll("\u0000", "")
      .slice(0, 2 * limit),
  ]
    .slice(0, limit)
    .join("");

function noteLost(form: Form, source: string, count: number): void {
  const texts = count === 1 ? "1 text" : `${count.toLocaleString("en")} texts`;
  form.note("lost", "translation", source.slice(0, 100), `The translation of ${texts} isn't imported.`);
}
