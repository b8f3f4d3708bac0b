import { LRUCache } from "lru-cache";
import { calculating } from "../../../shared/api/sessionDetail.ts";
import type { SessionDetail } from "../../../shared/api/shapes/sessions.ts";
import { type CompiledCalculations, compileCalculations } from "../../../shared/domain/graph/calculations/compile.ts";
import { ordersOf } from "../../../shared/domain/graph/pages.ts";
import type { CalculationResults, Graph, GraphNode, Json, Page } from "../../../shared/domain/graph/types.ts";
import { compileQuestion } from "../../../shared/domain/questions/index.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { slices } from "../slices.ts";
import { computingGraph } from "../store/versions.ts";
import { choiceKeysOf } from "./rowChoices.ts";

/** Calculations of published versions. Versions never change, so each is compiled once. */
export interface Calculations {
  /** Null if the version has none. */
  of(formId: string, versionNumber: number): Promise<CompiledCalculations | null>;
  /** Returns the version's pages. Empty if none is shuffled. */
  pagesOf(formId: string, versionNumber: number): Promise<readonly Page[]>;
  /** Returns the fields with options of the version's records. */
  choicesOf(formId: string, versionNumber: number): Promise<RowChoices>;
}

const cacheLimit = 500;

export function createCalculations(reader: Reader): Calculations {
  type Key = { formId: string; versionNumber: number };
  type Kept = { compiled: CompiledCalculations | null; pages: readonly Page[]; choices: RowChoices };
  const cache = new LRUCache<string, Kept, Key>({
    max: cacheLimit,
    fetchMethod: async (_key, _stale, { context: { formId, versionNumber } }) => {
      const graph = await computingGraph(reader, formId, versionNumber);
      const { pages = [], nodes = [] } = graph ?? {};
      return { compiled: graph && calculationsOf(graph), pages, choices: rowChoices(nodes) };
    },
  });
  const read = (formId: string, versionNumber: number) =>
    cache.forceFetch(`${formId} ${versionNumber}`, { context: { formId, versionNumber } });
  return {
    of: async (formId, versionNumber) => (await read(formId, versionNumber)).compiled,
    pagesOf: async (formId, versionNumber) => (await read(formId, versionNumber)).pages,
    choicesOf: async (formId, versionNumber) => (await read(formId, versionNumber)).choices,
  };
}

/** Fields with options of records, by node. */
export type RowChoices = ReadonlyMap<string, ReadonlySet<string>>;

const rowChoices = (nodes: readonly GraphNode[]): RowChoices =>
  new Map(
    nodes
      .filter(({ question_type }) => question_type === "records")
      .map((node) => [node.id, choiceKeysOf(compileQuestion(node))]),
  );

type OfVersion = { form_id: string; version_number: number };

/** Loads the calculations of these sessions' versions. Returns a function that has them, or null, for a session. */
export async function calculationsByVersion(
  calculations: Calculations,
  sessions: readonly OfVersion[],
): Promise<(session: OfVersion) => CompiledCalculations | null> {
  const of = await byVersion(sessions, calculations.of);
  return (session) => of(session) ?? null;
}

/** Loads something of these sessions' versions, each once. Returns a function that has it for a session. */
export async function byVersion<T>(
  sessions: readonly OfVersion[],
  load: (formId: string, versionNumber: number) => Promise<T>,
): Promise<(session: OfVersion) => T | undefined> {
  const nameOf = ({ form_id, version_number }: OfVersion) => `${form_id} ${version_number}`;
  const versions = new Map(sessions.map((session) => [nameOf(session), session]));
  const loaded = new Map(
    await Promise.all(
      [...versions].map(async ([name, one]) => [name, await load(one.form_id, one.version_number)] as const),
    ),
  );
  return (session) => loaded.get(nameOf(session));
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

/** Returns a session's results that were kept, because answers that they read were erased, or those of `computing`. */
export function* keptOr(
  { calculations = {} }: { calculations?: CalculationResults },
  computing: Generator<void, CalculationResults>,
): Generator<void, CalculationResults> {
  return Object.keys(calculations).length > 0 ? calculations : yield* computing;
}

/** Adds the values of its version's calculations to a detail, and the order of its shuffled pages. */
export async function withCalculations<Detail extends SessionDetail>(
  calculations: Calculations,
  formId: string,
  detail: Detail,
): Promise<Detail> {
  const own = await calculations.of(formId, detail.version_number);
  const order = ordersOf(await calculations.pagesOf(formId, detail.version_number), detail.id, detail.traversal_path);
  return { ...detail, order, calculations: await slices.finish(keptOr(detail, calculating(own, detail))) };
}
