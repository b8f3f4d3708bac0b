import type { QuestionInsight } from "../../../../shared/api/shapes/insights.ts";
import type { Graph, GraphNode } from "../../../../shared/domain/graph/types.ts";
import { matrixCell } from "../../../../shared/domain/questions/matrixCell.ts";
import { answerDateText } from "../../ui/dates.ts";

export type Distribution = NonNullable<QuestionInsight["distribution"]>;

/** Returns a question's distribution, with dates in the browser's language. */
export const distributionOf = ({ question_type, distribution }: QuestionInsight): Distribution | undefined =>
  question_type === "date" ? distribution?.map((bar) => ({ ...bar, label: answerDateText(bar.label) })) : distribution;

/** A long list, such as countries, shows its most frequent answers. */
const barLimit = 8;

/** Returns the bars in the order of the options, or the most frequent ones first if there are too many. */
export const shownBars = (distribution: Distribution): Distribution =>
  distribution.length <= barLimit
    ? distribution
    : distribution.toSorted((a, b) => b.count - a.count).slice(0, barLimit);

export interface Matrix {
  columns: readonly string[];
  rows: readonly { label: string; cells: readonly { value: string; count: number }[] }[];
}

/** Returns a matrix's cells by row and column, as its config names them. Null if the node isn't a matrix. */
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
        const value = matrixCell(key, column.value);
        return { value, count: counts.get(value) ?? 0 };
      }),
    })),
  };
}

export const nodesById = (graph: Pick<Graph, "nodes"> | undefined): ReadonlyMap<string, GraphNode> =>
  new Map((graph?.nodes ?? []).map((node) => [node.id, node]));
