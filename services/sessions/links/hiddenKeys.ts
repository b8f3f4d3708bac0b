import { LRUCache } from "lru-cache";
import { pagesByNode } from "../../../shared/domain/graph/pages.ts";
import { recallsOf } from "../../../shared/domain/graph/recalled.ts";
import type { Graph, Texts } from "../../../shared/domain/graph/types.ts";
import { isObject } from "../../../shared/domain/json.ts";
import { slices } from "../slices.ts";
import type { CompiledVersion, Versions } from "../versions.ts";

/** Hidden fields of a version that its respondents' page reads. Others of a personal link stay with the service. */
export interface HiddenKeys {
  /** by texts, conditions and calculations of the public graph */
  read: ReadonlySet<string>;
  /** by the texts before Start: those of the entry and of its page */
  atStart: ReadonlySet<string>;
}

/** Versions never change. */
const known = new LRUCache<string, HiddenKeys>({ max: 1_000 });

export async function hiddenKeysOf(versions: Versions, versionId: string): Promise<HiddenKeys> {
  const found = known.get(versionId);
  if (found) return found;
  const { publicGraph, languages } = await versions.get(versionId);
  const graph = await slices.run(() => JSON.parse(publicGraph) as Graph);
  const translated = await Promise.all(
    languages.map(async (language) => (await versions.texts(versionId, language)).texts),
  );
  const keys = await slices.finish(readingHiddenKeys(graph, translated));
  known.set(versionId, keys);
  return keys;
}

/** Reads the keys, text by text for time slices: the texts of all languages have up to 8 MiB. */
export function* readingHiddenKeys(graph: Graph, translated: readonly Texts[]): Generator<void, HiddenKeys> {
  const { nodes, edges, pages = [], calculations = [] } = graph;
  const entry = graph.entry_node_id ?? "";
  const page = pagesByNode(graph).get(entry);
  const first = new Set([entry, ...(page?.node_ids ?? [])]);
  const prefixes = [...[...first].map((id) => `${id}.`), ...(page ? [`page.${page.id}.`] : [])];
  const [read, atStart] = [new Set<string>(), new Set<string>()];
  yield* collecting([nodes, edges, pages, calculations], read, true);
  yield* collecting([nodes.filter(({ id }) => first.has(id)), page], atStart, false);
  for (const texts of translated) {
    for (const [key, text] of Object.entries(texts)) {
      yield* collecting(text, read, true);
      if (prefixes.some((prefix) => key.startsWith(prefix))) yield* collecting(text, atStart, false);
    }
  }
  return { read, atStart };
}

/** Adds the keys that texts recall and, with `withReads`, those of conditions and calculations. */
function* collecting(value: unknown, keys: Set<string>, withReads: boolean): Generator<void, void> {
  if (typeof value === "string") {
    for (const { kind, name } of recallsOf(value)) if (kind === "hidden") keys.add(name);
    yield;
  } else if (Array.isArray(value)) {
    for (const member of value) yield* collecting(member, keys, withReads);
  } else if (isObject(value)) {
    if (withReads && value.type === "hidden" && typeof value.key === "string") keys.add(value.key);
    if (withReads && typeof value.hidden === "string") keys.add(value.hidden);
    for (const member of Object.values(value)) yield* collecting(member, keys, withReads);
  }
}

/** Returns the fields with these keys. */
export const pick = (hidden: Readonly<Record<string, string>>, keys: ReadonlySet<string>): Record<string, string> =>
  Object.fromEntries(Object.entries(hidden).filter(([key]) => keys.has(key)));

/** Returns an error for each hidden field that a version doesn't have. */
export const unknownHidden = (
  { hidden_fields: keys }: CompiledVersion["compiled"],
  hidden: Record<string, string>,
): string[] => Object.keys(hidden).flatMap((key) => (keys.has(key) ? [] : [`hidden.${key}: unknown field`]));
