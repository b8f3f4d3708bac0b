import { isObject } from "../../json.ts";
import type { Graph, Texts, Translations } from "../types.ts";
import { isBlank, withTexts } from "./texts.ts";

/** Translations of a form (features §13): what can be translated, and a graph in a language. Pure, for services and pages. */

/** Texts of a form beside its graph. A closed message can be absent. */
export interface FormTexts {
  title?: string;
  closed_message?: string | null;
}

/** Returns all texts in the form's language by key, in the order in which respondents read them. */
export function originalsOf(graph: Graph, { title, closed_message }: FormTexts = {}): Map<string, string> {
  const originals = new Map<string, string>();
  const add = (key: string, text: string | undefined) => {
    if (!isBlank(text) && !originals.has(key)) originals.set(key, text as string);
    return text;
  };
  add("title", title);
  withTexts(graph, add);
  add("closed_message", closed_message ?? undefined);
  return originals;
}

/** Returns the keys that have no text in the form's language, but a default that a translation can replace. */
export function defaultedKeys(graph: Graph): Set<string> {
  const keys = new Set<string>();
  withTexts(graph, (key, text, { hasDefault } = {}) => {
    if (hasDefault) keys.add(key);
    return text;
  });
  return keys;
}

/** Returns a translation. Undefined if it is absent or blank. */
export function translationOf(texts: Texts, key: string): string | undefined {
  const text = Object.hasOwn(texts, key) ? texts[key] : undefined;
  return typeof text === "string" && !isBlank(text) ? text : undefined;
}

/** Returns the graph in a language, and the keys of texts that stay in the form's own. */
export function localized(graph: Graph, texts: Texts): { graph: Graph; untranslated: string[] } {
  const untranslated = new Set<string>();
  const shown = withTexts(graph, (key, text) => {
    const translation = translationOf(texts, key);
    if (translation === undefined && text !== undefined) untranslated.add(key);
    return translation ?? text;
  });
  return { graph: shown, untranslated: [...untranslated] };
}

/** Returns a graph's translations by tag. Any part of a draft can be invalid. */
export const languagesOf = ({ translations }: Pick<Graph, "translations">): [tag: string, texts: Texts][] =>
  isObject(translations) ? Object.entries(translations as Translations) : [];

/** Returns the tags of languages with a text, as in the graph. */
export const translatedLanguages = (graph: Pick<Graph, "translations">): string[] =>
  languagesOf(graph)
    .filter(([, texts]) => Object.values(texts).some((text) => !isBlank(text)))
    .map(([tag]) => tag);

/** Returns what a form offers: its own language, then those of its translations. A language counts once. */
export const offeredIn = (translated: readonly string[], own = ""): string[] => [
  ...(own === "" ? [] : [own]),
  ...translated.filter((tag) => !sameLanguage(tag, own)),
];

/** Compares tags without case. */
export const sameLanguage = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Characters of a text of this key, as those of the original. */
export function translationLimit(key: string): number {
  if (key === "title") return 200;
  return key.endsWith(".description") ? 5000 : 500;
}
