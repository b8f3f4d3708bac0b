import type { Graph, GraphNode } from "../../../../shared/domain/graph/types.ts";
import { defaults } from "../../../../shared/domain/questions/defaults.ts";
import type { QuestionType } from "../../../../shared/domain/questions/question.ts";
import type { QuestionInsight } from "../../../../shared/domain/shapes/insights.ts";

export type Distribution = NonNullable<QuestionInsight["distribution"]>;
export type Statistics = NonNullable<QuestionInsight["statistics"]>;

/** So many bars of a question are looked at; of a list of countries, those that were chosen most. */
const barLimit = 12;

/** In the order of the options where all are shown, else the most frequent first. */
export const shownBars = (distribution: Distribution): Distribution =>
  distribution.length <= barLimit
    ? distribution
    : distribution.toSorted((a, b) => b.count - a.count).slice(0, barLimit);

export interface Matrix {
  columns: readonly string[];
  rows: readonly { label: string; cells: readonly { value: string; count: number }[] }[];
}

/** A matrix's cells by row and column, as its config names them; null where `node` is no matrix. */
export function matrixOf(distribution: Distribution, node: GraphNode | undefined): Matrix | null {
  if (node?.question_type !== "matrix") return null;
  const { rows, columns } = node.data.config as unknown as {
    rows: { key: string; label: string }[];
    columns: { value: string; label: string }[];
  };
  const counts = new Map(distribution.map(({ value, count }) => [value, count]));
  return {
    columns: columns.map(({ label }) => label),
    rows: rows.map(({ key, label }) => ({
      label,
      cells: columns.map((column) => {
        const value = `${key}.${column.value}`;
        return { value, count: counts.get(value) ?? 0 };
      }),
    })),
  };
}

/** The ends of a scale; of a number without bounds, the lowest and highest answer. */
export function scaleEnds({ min, max }: Statistics, node: GraphNode | undefined): [number, number] {
  const config: Record<string, unknown> = { ...defaultsOf(node), ...node?.data.config };
  const from = typeof config.min === "number" ? config.min : (min ?? 0);
  const to = typeof config.max === "number" ? config.max : (max ?? 0);
  // a version before may have had a wider one
  return [Math.min(from, min ?? from), Math.max(to, max ?? to)];
}

function defaultsOf(node: GraphNode | undefined): Record<string, unknown> {
  if (node?.question_type === "star_rating") return { min: 1, ...defaults.star_rating };
  return node && Object.hasOwn(defaults, node.question_type) ? defaults[node.question_type as QuestionType] : {};
}

export const nodesById = (graph: Pick<Graph, "nodes"> | undefined): ReadonlyMap<string, GraphNode> =>
  new Map((graph?.nodes ?? []).map((node) => [node.id, node]));
