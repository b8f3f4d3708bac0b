import { setImmediate as others } from "node:timers/promises";
import { LRUCache } from "lru-cache";
import type pg from "pg";
import { type CompiledGraph, compiling } from "../../shared/domain/graph/compile.ts";
import { publicGraph } from "../../shared/domain/graph/publicGraph.ts";
import type { Graph } from "../../shared/domain/graph/types.ts";
import { versionGraph } from "./store/versions.ts";

/** A published version never changes, so a process compiles it once and keeps it. */
export interface CompiledVersion {
  compiled: CompiledGraph;
  /** what respondents see of the graph */
  publicGraph: Graph;
  /** bytes that it keeps, about; compiled patterns are kept apart, in a bound of their own (questions/pattern.ts) */
  weight: number;
}

export interface Versions {
  get(versionId: string): Promise<CompiledVersion>;
}

/** A large graph may be a hundred times a usual one, so the cache is bounded by weight. The largest of all fits in. */
const cacheBytes = 48 * 1024 * 1024;
/** A compiled graph and its public form weigh so many times its JSON, at most. */
export const bytesPerByte = 20;
const turnMs = 5;

export function openVersions(pool: pg.Pool): Versions {
  const cache = new LRUCache<string, CompiledVersion>({
    maxSize: cacheBytes,
    sizeCalculation: (version) => version.weight,
    fetchMethod: (versionId) => compileVersion(pool, versionId),
  });
  return { get: (versionId) => cache.forceFetch(versionId) };
}

async function compileVersion(pool: pg.Pool, versionId: string): Promise<CompiledVersion> {
  const graph = await versionGraph(pool, versionId);
  if (!graph) throw new Error(`The graph of version ${versionId} is not stored.`);
  const weight = Buffer.byteLength(JSON.stringify(graph)) * bytesPerByte;
  return { compiled: await compileInTurns(graph), publicGraph: publicGraph(graph), weight };
}

/** A large graph takes 0.1 s: other requests have their turns in between. */
async function compileInTurns(graph: Graph): Promise<CompiledGraph> {
  const parts = compiling(graph);
  for (let turn = performance.now(); ; ) {
    const part = parts.next();
    if (part.done) return part.value;
    if (performance.now() - turn < turnMs) continue;
    await others();
    turn = performance.now();
  }
}
