import { LRUCache } from "lru-cache";
import type { Call, Result } from "../../shared/bus/calls.ts";
import { plaining } from "../../shared/domain/graph/markup/plaining.ts";
import type { Graph } from "../../shared/domain/graph/types.ts";
import { openTimeSlices } from "../../shared/platform/timeSlices.ts";

/** Graphs of published versions, which never change. Caches the most recent ones. */
export interface Graphs {
  /** Returns the graph with plain texts. */
  get(formId: string, versionNumber: number): Promise<Graph | null>;
  /** Returns a graph in a language, or as it is, with its markup. Other properties of the form, such as its own language, may be a minute old. */
  in(language: string | null, formId: string, versionNumber: number): Promise<KnownGraph>;
  /** Returns the nodes of a form whose answers can identify someone, as they are now. */
  personalOf(formId: string): Promise<ReadonlySet<string>>;
}

/** A graph as it is written, and with plain texts (wants §21.1). They are the same object without markup. */
export type KnownGraph = Result<"sessions.versionGraph"> & { plain: Graph | null };

/** Bytes of JSON: the largest graph has 1 MiB, a thousand times an average one. */
const cacheBytes = 64 * 1024 * 1024;
/** ms. The owner can change the form's language. */
const cacheMs = 60_000;
const slices = openTimeSlices();

export function openGraphs(call: Call): Graphs {
  const cache = new LRUCache<string, KnownGraph>({
    maxSize: cacheBytes,
    ttl: cacheMs,
    sizeCalculation: ({ plain, ...found }) =>
      Buffer.byteLength(JSON.stringify({ ...found, ...(plain !== found.graph && { plain }) })),
  });
  async function read(formId: string, versionNumber: number, language: string | null): Promise<KnownGraph> {
    const key = `${formId} ${versionNumber} ${language ?? ""}`;
    const cached = cache.get(key);
    if (cached) return cached;
    const of = { form_id: formId, version_number: versionNumber };
    const found = await call("sessions.versionGraph", { ...of, ...(language !== null && { language }) });
    const known = { ...found, plain: found.graph && (await slices.finish(plaining(found.graph))) };
    if (known.graph) cache.set(key, known);
    return known;
  }
  return {
    get: async (formId, versionNumber) => (await read(formId, versionNumber, null)).plain,
    in: (language, formId, versionNumber) => read(formId, versionNumber, language),
    personalOf: async (formId) => new Set((await call("sessions.personalNodes", { form_id: formId })).node_ids),
  };
}
