import { LRUCache } from "lru-cache";
import type pg from "pg";
import { type CompiledGraph, compileGraph } from "../../shared/graph/compile.ts";
import { publicGraph } from "../../shared/graph/publicGraph.ts";
import type { Graph } from "../../shared/graph/types.ts";
import { versionGraph } from "./store/live-forms.ts";

/** A published version never changes, so a process compiles it once and keeps it. */
export interface CompiledVersion {
  compiled: CompiledGraph;
  /** what respondents see of the graph */
  public_graph: Graph;
  /** of the graph as JSON: what it weighs, about a tenth of it */
  bytes: number;
}

export interface Versions {
  get(version_id: string): Promise<CompiledVersion>;
}

/** A large graph may be a hundred times a usual one, so the cache is bounded by weight. */
const cacheBytes = 32 * 1024 * 1024;

export function openVersions(pool: pg.Pool): Versions {
  const cache = new LRUCache<string, CompiledVersion>({
    maxSize: cacheBytes,
    sizeCalculation: (version) => version.bytes,
    fetchMethod: (version_id) => compileVersion(pool, version_id),
  });
  return { get: (version_id) => cache.forceFetch(version_id) };
}

async function compileVersion(pool: pg.Pool, version_id: string): Promise<CompiledVersion> {
  const graph = await versionGraph(pool, version_id);
  if (!graph) throw new Error(`version ${version_id} is not stored`);
  const bytes = Buffer.byteLength(JSON.stringify(graph));
  return { compiled: compileGraph(graph), public_graph: publicGraph(graph), bytes };
}
