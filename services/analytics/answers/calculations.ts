import { LRUCache } from "lru-cache";
import { type CompiledCalculations, compileCalculations } from "../../../shared/domain/graph/calculations/compile.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { compileQuestion } from "../../../shared/domain/questions/index.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { graphWithCalculations } from "../store/versions.ts";

/** Calculations of published versions. Versions never change, so each is compiled once. */
export interface Calculations {
  /** Null if the version has none. */
  of(formId: string, versionNumber: number): Promise<CompiledCalculations | null>;
}

const cacheLimit = 500;

export function createCalculations(reader: Reader): Calculations {
  type Key = { formId: string; versionNumber: number };
  const cache = new LRUCache<string, { compiled: CompiledCalculations | null }, Key>({
    max: cacheLimit,
    fetchMethod: async (_key, _stale, { context: { formId, versionNumber } }) => {
      const graph = await graphWithCalculations(reader, formId, versionNumber);
      return { compiled: graph && calculationsOf(graph) };
    },
  });
  return {
    async of(formId, versionNumber) {
      const context = { formId, versionNumber };
      return (await cache.forceFetch(`${formId} ${versionNumber}`, { context })).compiled;
    },
  };
}

/** Null if the graph has none. */
export function calculationsOf({ calculations, nodes }: Graph): CompiledCalculations | null {
  if (!calculations?.length) return null;
  return compileCalculations(calculations, new Map(nodes.map((node) => [node.id, compileQuestion(node)])));
}
