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
  const keys = await slices.run(() => hiddenKeysIn(graph, translated));
  known.set(versionId, keys);
  return keys;
}

export function hiddenKeysIn(graph: Graph, translated: readonly Texts[]): HiddenKeys {
  const { nodes, edges, pages = [], calculations = [] } = graph;
  const entry = graph.entry_node_id ?? "";
  const page = pagesByNode(graph).get(entry);
  const first = new Set([entry, ...(page?.node_ids ?? [])]);
  const prefixes = [...[...first].map((id) => `${id}.`), ...(page ? [`page.${page.id}.`] : [])];
  const shownFirst = translated.map((texts) =>
    Object.entries(texts).filter(([key]) => prefixes.some((prefix) => key.startsWith(prefix))),
  );
  return {
    read: keysIn([nodes, edges, pages, calculations, translated]),
    atStart: recalledIn([nodes.filter(({ id }) => first.has(id)), page, shownFirst]),
  };
}

const keysIn = (value: unknown): Set<string> => new Set(everyKey(value, true));
const recalledIn = (value: unknown): Set<string> => new Set(everyKey(value, false));

/** Yields the keys that texts recall and, with `withReads`, those of conditions and calculations. */
function* everyKey(value: unknown, withReads: boolean): Generator<string, void> {
  if (typeof value === "string") {
    for (const { kind, name } of recallsOf(value)) if (kind === "hidden") yield name;
    return;
  }
  if (Array.isArray(value)) {
    for (const member of value) yield* everyKey(member, withReads);
    return;
  }
  if (!isObject(value)) return;
  if (withReads && value.type === "hidden" && typeof value.key === "string") yield value.key;
  if (withReads && typeof value.hidden === "string") yield value.hidden;
  for (const member of Object.values(value)) yield* everyKey(member, withReads);
}

/** Returns the fields with these keys. */
export const pick = (hidden: Readonly<Record<string, string>>, keys: ReadonlySet<string>): Record<string, string> =>
  Object.fromEntries(Object.entries(hidden).filter(([key]) => keys.has(key)));

/** Returns an error for each hidden field that a version doesn't have. */
export const unknownHidden = (
  { hidden_fields: keys }: CompiledVersion["compiled"],
  hidden: Record<string, string>,
): string[] => Object.keys(hidden).flatMap((key) => (keys.has(key) ? [] : [`hidden.${key}: unknown field`]));
