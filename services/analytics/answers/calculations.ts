import { LRUCache } from "lru-cache";
import { calculating } from "../../../shared/api/sessionDetail.ts";
import type { SessionDetail } from "../../../shared/api/shapes/sessions.ts";
import { type CompiledCalculations, compileCalculations } from "../../../shared/domain/graph/calculations/compile.ts";
import type { CalculationResults, Graph, Json } from "../../../shared/domain/graph/types.ts";
import { compileQuestion } from "../../../shared/domain/questions/index.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { slices } from "../slices.ts";
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

type OfVersion = { form_id: string; version_number: number };

/** Loads the calculations of these sessions' versions. Returns a function that has them, or null, for a session. */
export async function calculationsByVersion(
  calculations: Calculations,
  sessions: readonly OfVersion[],
): Promise<(session: OfVersion) => CompiledCalculations | null> {
  const nameOf = ({ form_id, version_number }: OfVersion) => `${form_id} ${version_number}`;
  const versions = new Map(sessions.map((session) => [nameOf(session), session]));
  const loaded = new Map(
    await Promise.all(
      [...versions].map(async ([name, one]) => [name, await calculations.of(one.form_id, one.version_number)] as const),
    ),
  );
  return (session) => loaded.get(nameOf(session)) ?? null;
}

/** Null if the graph has none. */
export function calculationsOf({ calculations, nodes }: Graph): CompiledCalculations | null {
  if (!calculations?.length) return null;
  return compileCalculations(calculations, new Map(nodes.map((node) => [node.id, compileQuestion(node)])));
}

/** A session with answers and their points by node ID. `started_at`: ISO 8601 */
export interface ReadSession {
  answers: Record<string, Json>;
  scores: Record<string, number | null>;
  hidden: Record<string, string>;
  total_score: number;
  started_at: string;
}

/** Computes the values of a session's own calculations, in parts for time slices. */
export function calculatingRead(
  own: CompiledCalculations | null,
  session: ReadSession,
): Generator<void, CalculationResults> {
  const answers = Object.entries(session.answers).map(([nodeId, answer]) => ({
    node_id: nodeId,
    answer,
    score_awarded: session.scores[nodeId] ?? null,
  }));
  return calculating(own, { ...session, answers });
}

/** Adds the values of its version's calculations to a detail. */
export async function withCalculations<Detail extends SessionDetail>(
  calculations: Calculations,
  formId: string,
  detail: Detail,
): Promise<Detail> {
  const own = await calculations.of(formId, detail.version_number);
  return { ...detail, calculations: await slices.finish(calculating(own, detail)) };
}
