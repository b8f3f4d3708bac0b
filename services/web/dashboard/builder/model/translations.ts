import { replaceRecalls } from "../../../../../shared/domain/graph/recalls.ts";
import { sameLanguage } from "../../../../../shared/domain/graph/translations/translations.ts";
import type { Calculation, Graph, Page, Texts, Translations } from "../../../../../shared/domain/graph/types.ts";
import { languageLimit } from "../../../../../shared/domain/limits.ts";
import { withMembers } from "./share.ts";

/** Translations of a form (features §13). Their keys and inserts follow what is renamed. */

/** Sets a text. An empty one is removed, because it counts as missing. */
export function setTranslation(
  graph: Graph,
  { language, key, text }: { language: string; key: string; text: string },
): Graph {
  const texts = graph.translations?.[language];
  if (!texts || (texts[key] ?? "") === text) return graph;
  const own = { ...texts, [key]: text };
  if (text === "") delete own[key];
  return { ...graph, translations: { ...graph.translations, [language]: own } };
}

/** Adds a language without texts. */
export function addLanguage(graph: Graph, { language }: { language: string }): Graph {
  const tags = Object.keys(graph.translations ?? {});
  if (tags.length >= languageLimit || tags.some((tag) => sameLanguage(tag, language))) return graph;
  return { ...graph, translations: { ...graph.translations, [language]: {} } };
}

export function removeLanguage(graph: Graph, { language }: { language: string }): Graph {
  if (!graph.translations || !(language in graph.translations)) return graph;
  const { [language]: _, ...others } = graph.translations;
  return withMembers(graph, { translations: Object.keys(others).length > 0 ? others : undefined });
}

/**
 * Returns graphs without the languages that are the same objects in all of them, for merging: a merge takes those of the other side.
 * Copying 20 languages would take too long for a letter.
 */
export function withChangedLanguages<T extends readonly Graph[]>(graphs: T): T {
  const [first, ...others] = graphs;
  const shared = Object.entries(first?.translations ?? {}).flatMap(([tag, texts]) =>
    others.every(({ translations }) => translations?.[tag] === texts) ? [tag] : [],
  );
  if (shared.length === 0) return graphs;
  return graphs.map(({ translations, ...rest }) => {
    const changed = Object.entries(translations ?? {}).filter(([tag]) => !shared.includes(tag));
    return changed.length > 0 ? { ...rest, translations: Object.fromEntries(changed) } : rest;
  }) as unknown as T;
}

/** Renames keys of texts, and inserts in them. Languages without either stay the same objects. */
export function translationsRenamed(
  translations: Translations | undefined,
  keyOf: (key: string) => string,
  insertOf: (kind: string, name: string) => string = (_, name) => name,
): Translations | undefined {
  if (!translations) return undefined;
  const renamed = Object.entries(translations).map(([tag, texts]): [string, Texts] => {
    const own = Object.entries(texts).map(([key, text]): [string, string] => [
      keyOf(key),
      replaceRecalls(text, (kind, name) => `{{${kind}:${insertOf(kind, name)}}}`),
    ]);
    return [tag, own.every(([key, text]) => texts[key] === text) ? texts : Object.fromEntries(own)];
  });
  return renamed.every(([tag, texts]) => texts === translations[tag]) ? translations : Object.fromEntries(renamed);
}

/** Returns a function that renames the first part of keys, the ID of a node. */
export const nodeKeys =
  (named: (id: string) => string) =>
  (key: string): string => {
    const [id = "", ...rest] = key.split(".");
    return rest.length === 0 || id === "page" || id === "calculation" ? key : [named(id), ...rest].join(".");
  };

/** Returns a function that renames the page in keys of its texts. */
export const pageKeys =
  (names: ReadonlyMap<string, string>) =>
  (key: string): string => {
    const [kind, id = "", ...rest] = key.split(".");
    return kind === "page" && names.has(id) ? ["page", names.get(id), ...rest].join(".") : key;
  };

/** Parts of a form whose texts belong together. */
interface Parts {
  nodes: ReadonlySet<string>;
  pages: readonly Pick<Page, "id">[];
  calculations?: readonly Pick<Calculation, "key">[] | undefined;
}

/** Returns the translations of these parts' texts, or undefined without any. */
export function textsOf(
  translations: Translations | undefined,
  { nodes, pages, calculations = [] }: Parts,
): Translations | undefined {
  const named = {
    page: new Set(pages.map(({ id }) => id)),
    calculation: new Set(calculations.map(({ key }) => key)),
  };
  const isOwn = (key: string) => {
    const [first = "", second = "", ...rest] = key.split(".");
    if (first === "page" || first === "calculation") return rest.length > 0 && named[first].has(second);
    return second !== "" && nodes.has(first);
  };
  const own = Object.entries(translations ?? {}).map(([tag, texts]): [string, Texts] => [
    tag,
    Object.fromEntries(Object.entries(texts).filter(([key]) => isOwn(key))),
  ]);
  const found = own.filter(([, texts]) => Object.keys(texts).length > 0);
  return found.length > 0 ? Object.fromEntries(found) : undefined;
}

/** Adds texts to existing languages. Others would be a surprise. */
export function textsAdded(translations: Translations, added: Translations): Translations {
  const languages = Object.entries(translations).map(([tag, texts]): [string, Texts] => {
    const more = Object.entries(added).find(([other]) => sameLanguage(other, tag))?.[1];
    return [tag, more ? { ...texts, ...more } : texts];
  });
  return Object.fromEntries(languages);
}

/** Returns a function that renames the keys of an option, row or column, and of its alternative text. */
export const itemKeys = (node: string, list: string, from: string, to: string) => {
  const prefix = `${node}.${list}.${from}`;
  return (key: string): string =>
    key === prefix || key === `${prefix}.alt` ? `${node}.${list}.${to}${key.slice(prefix.length)}` : key;
};
