import { LRUCache } from "lru-cache";
import type pg from "pg";
import { type CompiledGraph, compiling } from "../../shared/domain/graph/compile.ts";
import { type ExactRules, exactRules } from "../../shared/domain/graph/exact.ts";
import { plaining } from "../../shared/domain/graph/markup/plaining.ts";
import { walkedGraph } from "../../shared/domain/graph/markup/texts.ts";
import { pagesByNode } from "../../shared/domain/graph/pages.ts";
import { publicGraph } from "../../shared/domain/graph/publicGraph.ts";
import { localized } from "../../shared/domain/graph/translations/translations.ts";
import type { Graph, Page } from "../../shared/domain/graph/types.ts";
import { openTimeSlices } from "../../shared/platform/timeSlices.ts";
import { type VersionTexts, versionTexts } from "./store/translations.ts";
import { isComputing, versionGraphText } from "./store/versions.ts";

/** A compiled published version. It never changes, so each process caches it. */
export interface CompiledVersion {
  compiled: CompiledGraph;
  /** Pages by node, for nodes that are on one. */
  pages: ReadonlyMap<string, Page>;
  /** The graph for respondents, as JSON. */
  publicGraph: string;
  /** Tags of its translations, as in the graph. */
  languages: readonly string[];
  /** Unique answers and places of options; null without any (wants §22). */
  rules: ExactRules | null;
  /** Approximate bytes in memory, without compiled patterns, which questions/pattern.ts bounds. */
  weight: number;
}

export interface Versions {
  get(versionId: string): Promise<CompiledVersion>;
  /** Returns what a version computes for events. Null, without compiling it, if it computes nothing. */
  computed(versionId: string): Promise<Computed | null>;
  /** Returns a version's texts in one of its languages. */
  texts(versionId: string, language: string): Promise<VersionTexts>;
  /** Returns the graph for respondents in one of its languages, and the keys of texts that it lacks. */
  localized(versionId: string, language: string): Promise<{ graph: string; untranslated: string[] }>;
}

/** Bounds the cache by size, because a large graph may be a hundred times an average one. The largest fits. */
const cacheBytes = 48 * 1024 * 1024;
/** Of texts in other languages. A language has up to 1 MiB. */
const textBytes = 16 * 1024 * 1024;
/** Maximum size of a compiled graph and its public form, per byte of JSON. */
const bytesPerByte = 20;
/** Of all versions that are compiled: a large one takes 0.1 s. */
const slices = openTimeSlices();

export type Computed = Pick<CompiledGraph, "calculations" | "entry_node_id" | "first" | "shuffled_pages">;

export function openVersions(pool: pg.Pool): Versions {
  const cache = new LRUCache<string, CompiledVersion>({
    maxSize: cacheBytes,
    sizeCalculation: (version) => version.weight,
    fetchMethod: (versionId) => compileVersion(pool, versionId),
  });
  const computing = new LRUCache<string, { is: boolean }>({
    max: 10_000,
    fetchMethod: async (versionId) => ({ is: await isComputing(pool, versionId) }),
  });
  const inLanguages = new LRUCache<string, VersionTexts>({
    maxSize: textBytes,
    sizeCalculation: ({ bytes }) => 500 + 2 * bytes,
    fetchMethod: (key) => versionTexts(pool, ...(key.split(" ") as [string, string])),
  });
  const get = (versionId: string) => cache.forceFetch(versionId);
  const texts = (versionId: string, language: string) => inLanguages.forceFetch(`${versionId} ${language}`);
  return {
    get,
    texts,
    async localized(versionId, language) {
      const [version, own] = await Promise.all([get(versionId), texts(versionId, language)]);
      const graph = await slices.run(() => JSON.parse(version.publicGraph) as Graph);
      const shown = await slices.run(() => localized(graph, own.texts));
      return { ...shown, graph: await slices.run(() => JSON.stringify(shown.graph)) };
    },
    async computed(versionId) {
      const { is } = await computing.forceFetch(versionId);
      return is ? (await get(versionId)).compiled : null;
    },
  };
}

async function compileVersion(pool: pg.Pool, versionId: string): Promise<CompiledVersion> {
  const stored = await versionGraphText(pool, versionId);
  if (!stored) throw new Error(`The graph of version ${versionId} is not stored.`);
  const { graph: text, languages } = stored;
  const graph = await slices.run(() => JSON.parse(text) as Graph);
  const walked = walkedGraph(graph, await slices.finish(plaining(graph)));
  const compiled = await slices.finish(compiling(walked));
  const shown = await slices.run(() => JSON.stringify(publicGraph(graph)));
  const weight = Buffer.byteLength(text) * bytesPerByte;
  return { compiled, pages: pagesByNode(graph), publicGraph: shown, languages, rules: exactRules(graph), weight };
}
