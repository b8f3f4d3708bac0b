import { LRUCache } from "lru-cache";
import type pg from "pg";
import { type CompiledGraph, compiling } from "../../shared/domain/graph/compile.ts";
import { pagesByNode } from "../../shared/domain/graph/pages.ts";
import { publicGraph } from "../../shared/domain/graph/publicGraph.ts";
import type { Graph, Page } from "../../shared/domain/graph/types.ts";
import { openTimeSlices } from "../../shared/platform/timeSlices.ts";
import { isComputing, versionGraphText } from "./store/versions.ts";

/** A compiled published version. It never changes, so each process caches it. */
export interface CompiledVersion {
  compiled: CompiledGraph;
  /** Pages by node, for nodes that are on one. */
  pages: ReadonlyMap<string, Page>;
  /** The graph for respondents, as JSON. */
  publicGraph: string;
  /** Approximate bytes in memory, without compiled patterns, which questions/pattern.ts bounds. */
  weight: number;
}

export interface Versions {
  get(versionId: string): Promise<CompiledVersion>;
  /** Returns what a version computes for events. Null, without compiling it, if it computes nothing. */
  computed(versionId: string): Promise<Computed | null>;
}

/** Bounds the cache by size, because a large graph may be a hundred times an average one. The largest fits. */
const cacheBytes = 48 * 1024 * 1024;
/** Maximum size of a compiled graph and its public form, per byte of JSON. */
const bytesPerByte = 20;
/** Of all versions that are compiled: a large one takes 0.1 s. */
const slices = openTimeSlices();

export type Computed = Pick<CompiledGraph, "calculations" | "entry_node_id" | "first">;

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
  const get = (versionId: string) => cache.forceFetch(versionId);
  return {
    get,
    async computed(versionId) {
      const { is } = await computing.forceFetch(versionId);
      return is ? (await get(versionId)).compiled : null;
    },
  };
}

async function compileVersion(pool: pg.Pool, versionId: string): Promise<CompiledVersion> {
  const text = await versionGraphText(pool, versionId);
  if (!text) throw new Error(`The graph of version ${versionId} is not stored.`);
  const graph = await slices.run(() => JSON.parse(text) as Graph);
  const compiled = await slices.finish(compiling(graph));
  const shown = await slices.run(() => JSON.stringify(publicGraph(graph)));
  return { compiled, pages: pagesByNode(graph), publicGraph: shown, weight: Buffer.byteLength(text) * bytesPerByte };
}
