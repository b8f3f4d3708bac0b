import { LRUCache } from "lru-cache";
import type pg from "pg";
import { type CompiledGraph, compiling } from "../../shared/domain/graph/compile.ts";
import { publicGraph } from "../../shared/domain/graph/publicGraph.ts";
import type { Graph } from "../../shared/domain/graph/types.ts";
import { openTurns } from "../../shared/platform/turns.ts";
import { versionGraphText } from "./store/versions.ts";

/** A published version never changes, so a process compiles it once and keeps it. */
export interface CompiledVersion {
  compiled: CompiledGraph;
  /** what respondents see of the graph, as JSON */
  publicGraph: string;
  /** bytes that it keeps, about; compiled patterns are kept apart, in a bound of their own (questions/pattern.ts) */
  weight: number;
}

export interface Versions {
  get(versionId: string): Promise<CompiledVersion>;
}

/** A large graph may be a hundred times a usual one, so the cache is bounded by weight. The largest of all fits in. */
const cacheBytes = 48 * 1024 * 1024;
/** A compiled graph and its public form weigh so many times its JSON, at most. */
const bytesPerByte = 20;
/** Of all versions that are compiled: a large one takes 0.1 s. */
const turns = openTurns();

export function openVersions(pool: pg.Pool): Versions {
  const cache = new LRUCache<string, CompiledVersion>({
    maxSize: cacheBytes,
    sizeCalculation: (version) => version.weight,
    fetchMethod: (versionId) => compileVersion(pool, versionId),
  });
  return { get: (versionId) => cache.forceFetch(versionId) };
}

async function compileVersion(pool: pg.Pool, versionId: string): Promise<CompiledVersion> {
  const text = await versionGraphText(pool, versionId);
  if (!text) throw new Error(`The graph of version ${versionId} is not stored.`);
  const graph = await turns.run(() => JSON.parse(text) as Graph);
  const compiled = await turns.finish(compiling(graph));
  const shown = await turns.run(() => JSON.stringify(publicGraph(graph)));
  return { compiled, publicGraph: shown, weight: Buffer.byteLength(text) * bytesPerByte };
}
