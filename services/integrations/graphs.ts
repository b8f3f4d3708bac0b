import { LRUCache } from "lru-cache";
import type { Call, Result } from "../../shared/bus/calls.ts";
import { plainGraph } from "../../shared/domain/graph/markup/texts.ts";
import type { Graph } from "../../shared/domain/graph/types.ts";

/** Graphs of published versions, which never change. Caches the most recent ones. */
export interface Graphs {
  /** Its texts are plain (wants §21.1). */
  get(formId: string, versionNumber: number): Promise<Graph | null>;
  /** Returns a graph in a language, or as it is, with its markup. Other properties of the form, such as its own language, may be a minute old. */
  in(language: string | null, formId: string, versionNumber: number): Promise<TranslatedGraph>;
  /** Returns the nodes of a form whose answers can identify someone, as they are now. */
  personalOf(formId: string): Promise<ReadonlySet<string>>;
}

export type TranslatedGraph = Result<"sessions.versionGraph">;

/** Bytes of JSON: the largest graph has 1 MiB, a thousand times an average one. */
const cacheBytes = 64 * 1024 * 1024;
/** ms. The owner can change the form's language. */
const cacheMs = 60_000;

export function openGraphs(call: Call): Graphs {
  const cache = new LRUCache<string, TranslatedGraph>({
    maxSize: cacheBytes,
    ttl: cacheMs,
    sizeCalculation: (found) => Buffer.byteLength(JSON.stringify(found)),
  });
  async function read(formId: string, versionNumber: number, language: string | null): Promise<TranslatedGraph> {
    const key = `${formId} ${versionNumber} ${language ?? ""}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const of = { form_id: formId, version_number: versionNumber };
    const found = await call("sessions.versionGraph", { ...of, ...(language !== null && { language }) });
    if (found.graph) cache.set(key, found);
    return found;
  }
  return {
    async get(formId, versionNumber) {
      const { graph } = await read(formId, versionNumber, null);
      return graph && plainGraph(graph);
    },
    in: (language, formId, versionNumber) => read(formId, versionNumber, language),
    personalOf: async (formId) => new Set((await call("sessions.personalNodes", { form_id: formId })).node_ids),
  };
}
