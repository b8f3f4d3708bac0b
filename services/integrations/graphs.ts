import { LRUCache } from "lru-cache";
import type { Call } from "../../shared/bus/calls.ts";
import type { Graph } from "../../shared/domain/graph/types.ts";

/** Graphs of published versions, which never change. Caches the most recent ones. */
export interface Graphs {
  get(formId: string, versionNumber: number): Promise<Graph | null>;
}

/** Bytes of JSON: the largest graph has 1 MiB, a thousand times an average one. */
const cacheBytes = 64 * 1024 * 1024;

export function openGraphs(call: Call): Graphs {
  const cache = new LRUCache<string, Graph>({
    maxSize: cacheBytes,
    sizeCalculation: (graph) => Buffer.byteLength(JSON.stringify(graph)),
  });
  return {
    async get(formId, versionNumber) {
      const key = `${formId} ${versionNumber}`;
      const cached = cache.get(key);
      if (cached) return cached;
      const { graph } = await call("sessions.versionGraph", { form_id: formId, version_number: versionNumber });
      if (graph) cache.set(key, graph);
      return graph;
    },
  };
}
