import { LRUCache } from "lru-cache";
import type { Graph } from "../../../shared/graph/types.ts";
import type { Call } from "../../../shared/moleculer.ts";

/** Published graphs never change, so a process asks for each once and keeps the ones that it has used last. */
export interface Graphs {
  get(form_id: string, version_number: number): Promise<Graph | null>;
}

export function openGraphs(call: Call): Graphs {
  const kept = new LRUCache<string, Graph>({ max: 200 });
  return {
    async get(form_id, version_number) {
      const key = `${form_id} ${version_number}`;
      const known = kept.get(key);
      if (known) return known;
      const { graph } = await call("sessions.versionGraph", { form_id, version_number });
      if (graph) kept.set(key, graph);
      return graph;
    },
  };
}
