import { LRUCache } from "lru-cache";
import type { Call } from "../../../shared/bus/calls.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";

/** Published graphs never change, so a process asks for each once and keeps the ones that it has used last. */
export interface Graphs {
  get(formId: string, versionNumber: number): Promise<Graph | null>;
}

export function openGraphs(call: Call): Graphs {
  const kept = new LRUCache<string, Graph>({ max: 200 });
  return {
    async get(formId, versionNumber) {
      const key = `${formId} ${versionNumber}`;
      const known = kept.get(key);
      if (known) return known;
      const { graph } = await call("sessions.versionGraph", { form_id: formId, version_number: versionNumber });
      if (graph) kept.set(key, graph);
      return graph;
    },
  };
}
