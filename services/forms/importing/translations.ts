import { originalsOf, sameLanguage, translationLimit } from "../../../shared/domain/graph/translations/translations.ts";
import type { Graph, Translations as GraphTranslations, Texts } from "../../../shared/domain/graph/types.ts";
import { languageBytesLimit, languageLimit } from "../../../shared/domain/limits.ts";

/** The parts of an imported form that its translations need. */
interface Form {
  title: string;
  language: string;
  note(severity: "lost" | "changed", code: string, source: string, message: string): void;
}

/** A translation for the report. `source` names its place, such as a column. */
interface Entry {
  source: string;
  original: string;
  translation: string;
  /** another place has it */
  isUncertain?: true;
}

/** A text that a converter read, with its translations by language. */
export interface ReadText {
  original: string;
  translations: ReadonlyMap<string, string>;
  /** whether answers are inserted here as in the graph */
  isInserted?: true;
}

/** More texts than a question has. A list with too many choices for a question is read for each of its questions. */
const textLimit = 2_000;

/** Owner of texts that are read: the beginning of keys of the graph, such as `q1` and `page.p1`, "" for the form, or an item. */
type Place = string | object;

/**
 * Translated texts by language, for all formats (features §13). Converters tell when they begin to read the texts of a place, and what
 * they make of it: equal texts of two questions can have different translations.
 */
export class Translations {
  private readonly languages = new Map<string, { tag: string | null; entries: Entry[] }>();
  /** texts of the place that is being read */
  private texts: ReadText[] = [];
  private readonly places = new Map<Place, ReadText[]>([["", this.texts]]);
  /** pairs of originals and translations with inserted answers, by what the document has */
  private readonly inserted = new Map<string, string>();

  /** Adds a text for the report. `language` is its name in the document, `tag` null if it isn’t a language. */
  add(language: string, tag: string | null, original: string, translation: string, source = language): void {
    const known = this.languages.get(language) ?? { tag, entries: [] };
    this.languages.set(language, known);
    known.entries.push({ source, original, translation });
  }

  /** Begins another place. */
  begin(place?: Place): void {
    this.texts = [];
    if (place !== undefined) this.place(place);
  }

  /** Adds a text to those of the place, in the order of the graph: its title, its description, and the others. */
  read(text: ReadText): void {
    if (this.texts.length < textLimit) this.texts.push(text);
  }

  /** The texts that are read belong to this place, too. */
  place(place: Place, texts = this.texts): void {
    this.places.set(place, texts);
  }

  /** The texts that were read are added to those of this place. */
  join(place: Place): void {
    this.of(place).push(...this.texts);
  }

  /** The texts of a place become texts of another one, after its own. */
  move(from: Place, to: Place): void {
    this.of(to).push(...this.of(from));
    this.places.delete(from);
  }

  /** Replaces a text of a place by one with inserted answers. `insert` returns null for a translation that can't have them. */
  insert(place: Place, original: string, by: string, insert: (translation: string) => string | null): void {
    const texts = this.of(place).map((text): ReadText => {
      if (text.original !== original || text.isInserted) return text;
      const translations = new Map<string, string>();
      for (const [language, translation] of text.translations) {
        const shown = translation.includes("{{") ? null : insert(translation);
        if (shown === null) continue;
        translations.set(language, shown);
        this.inserted.set(pairOf(original, translation), pairOf(by, shown));
      }
      return { original: by, translations, isInserted: true };
    });
    this.places.set(place, texts);
  }

  /** Returns the texts of a place, or those that are read now. */
  of(place?: Place): ReadText[] {
    return place === undefined ? this.texts : (this.places.get(place) ?? []);
  }

  /** Adds those whose originals are in the graph, and notes the others. `room` is the number of bytes left. */
  into(graph: Graph, form: Form, room: number): Graph {
    if (this.languages.size === 0) return graph;
    const originals = originalsOf(graph, { title: form.title });
    const { found, uncertain } = this.placed(originals);
    const translations: GraphTranslations = {};
    let left = room;
    for (const [language, { tag, entries }] of this.languages) {
      const texts = tag === null || sameLanguage(tag, form.language) ? {} : textsOf(found, language);
      const known = (tag !== null && translations[tag]) || {};
      // the first of two names of a language comes first
      const merged = { ...texts, ...known };
      const added = bytesOf(merged) - bytesOf(known);
      const isKnown = tag !== null && tag in translations;
      const hasRoom = added < left && (isKnown || Object.keys(translations).length < languageLimit);
      const isTaken = Object.keys(texts).length > 0 && hasRoom && bytesOf(merged) <= languageBytesLimit;
      if (isTaken && tag !== null) {
        translations[tag] = merged;
        left -= added + headroom;
      }
      const taken = isTaken ? Object.keys(texts).filter((key) => merged[key] === texts[key]) : [];
      const pairs = taken.map((key) => pairOf(originals.get(key), found.get(key)?.translations.get(language)));
      const takenPairs = new Set(pairs);
      const missing = [...entries, ...unplaced(uncertain, language, pairs)].filter((entry) => {
        const pair = pairOf(entry.original, entry.translation);
        const isTakenHere = [pair, this.inserted.get(pair) ?? pair].some((one) => takenPairs.has(one));
        return entry.isUncertain || !isTakenHere;
      });
      noteMissing(form, missing, tag === null);
    }
    return Object.keys(translations).length > 0 ? { ...graph, translations } : graph;
  }

  /** Returns which text became which text of the graph, and texts of which it isn't certain. */
  private placed(originals: ReadonlyMap<string, string>) {
    const found: [string, ReadText][] = [];
    const uncertain: ReadText[] = [];
    for (const [place, keys] of Map.groupBy(originals.keys(), placeOf)) {
      const texts = Map.groupBy(this.of(place), ({ original }) => original);
      for (const [original, equal] of Map.groupBy(keys, (key) => originals.get(key) ?? "")) {
        const own = texts.get(original) ?? [];
        const pairs = paired(place, equal, own);
        const certain = new Set(pairs.map(([, text]) => text));
        if (pairs.length < equal.length) uncertain.push(...own.filter((text) => !certain.has(text)));
        found.push(...pairs);
      }
    }
    return { found: new Map(found), uncertain };
  }
}

/** Returns translations without a certain place that another place has, and that aren't missing otherwise. */
function unplaced(uncertain: readonly ReadText[], language: string, pairs: readonly string[]): Entry[] {
  const taken = new Set(pairs);
  return uncertain.flatMap(({ original, translations }) => {
    const translation = translations.get(language);
    return translation !== undefined && taken.has(pairOf(original, translation))
      ? [{ source: language, original, translation, isUncertain: true }]
      : [];
  });
}

/** Place of the messages of a node's rules, which are read after its other texts. */
export const rulesOf = (id: string): string => `${id}.valid_if`;

/** `q1.options.a` → `q1`, `q1.valid_if.0` → `q1.valid_if`, `page.p1.title` → `page.p1`, `title` → "". */
function placeOf(key: string): string {
  const [first = "", second = "", ...rest] = key.split(".");
  if (second === "" && rest.length === 0) return "";
  if (first === "page" || first === "calculation") return `${first}.${second}`;
  return second === "valid_if" ? rulesOf(first) : first;
}

/** Pairs keys with the equal texts of their place. Leaves out those of which it isn't certain. */
function paired(place: string, keys: readonly string[], texts: readonly ReadText[]): [string, ReadText][] {
  const [first] = texts;
  const [key = ""] = keys;
  if (!first) return [];
  const same = translationsOf(first);
  if (texts.every((text) => text === first || translationsOf(text) === same)) return keys.map((one) => [one, first]);
  // the title is read first
  if (kindOf(place, key) === "title") return [[key, first], ...paired(place, keys.slice(1), texts.slice(1))];
  const kinds = new Set(keys.map((one) => kindOf(place, one)));
  kinds.delete("description");
  if (keys.length !== texts.length || kinds.size > 1) return [];
  return keys.flatMap((one, at): [string, ReadText][] => (texts[at] ? [[one, texts[at]]] : []));
}

/** `q1.options.a` → `options` */
const kindOf = (place: string, key: string): string =>
  (place === "" ? key : key.slice(place.length + 1)).split(".")[0] ?? "";

const translationsOf = ({ translations }: ReadText): string => JSON.stringify([...translations]);
const pairOf = (original: string | undefined, translation: string | undefined): string =>
  JSON.stringify([original, translation]);

const bytesOf = (texts: Texts): number => Buffer.byteLength(JSON.stringify(texts));

/** Bytes of a language beside its texts. */
const headroom = 100;

/** Recalls of other tools, and those that would be cut, are left out with their text. */
function textsOf(found: ReadonlyMap<string, ReadText>, language: string): Texts {
  return Object.fromEntries(
    [...found].flatMap(([key, { translations, isInserted }]): [string, string][] => {
      const translation = translations.get(language) ?? "";
      const canRecall = isInserted === true && translation.length <= translationLimit(key);
      const isUsable = translation.trim() !== "" && (canRecall || !translation.includes("{{"));
      return isUsable ? [[key, cut(translation, translationLimit(key))]] : [];
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

const unknownLanguage =
  "Its language isn't known. Name it with its code, such as “French (fr)”, and import the form again.";

/** Notes translations that the graph doesn't have, by source. */
function noteMissing(form: Form, missing: readonly Entry[], isUnknown: boolean): void {
  for (const [source, { length }] of Map.groupBy(missing, (entry) => entry.source)) {
    const texts = length === 1 ? "1 text" : `${length.toLocaleString("en")} texts`;
    form.note("lost", "translation", source.slice(0, 100), `The translation of ${texts} isn't imported.`);
    if (isUnknown) form.note("changed", "unknown_language", source.slice(0, 100), unknownLanguage);
  }
}
