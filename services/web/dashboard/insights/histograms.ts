import type { QuestionInsight } from "../../../../shared/api/shapes/insights.ts";
import * as words from "../../strings/en/dashboard/insights.ts";
import { axisText } from "../../strings/en/dashboard/numbers.ts";
import { type AxisLabel, axisLabels, edgeLabels } from "../../ui/plots/axis.ts";
import type { Column, Tone } from "../../ui/plots/column.ts";

export type Histogram = NonNullable<QuestionInsight["histogram"]>;

const labelLimit = { steps: 11, edges: 5 };

/** Whether each bucket is one step of a scale. */
const isStepped = (histogram: Histogram): boolean => histogram.every(({ from, to }) => from === to);

/** Returns a name for each bucket, such as "7" or "5 to below 10". */
export const bucketNames = (histogram: Histogram): string[] =>
  histogram.map(({ from, to }, index) => words.bucket(from, to, index === histogram.length - 1));

interface Texts {
  textOf: (name: string, count: number) => string;
  toneOf?: (value: number) => Tone;
  /** Links to the answers of one step. The API can't filter by a range. */
  hrefOf?: (value: string) => string | undefined;
}

/** Returns a column for each bucket. */
export function columnsOf(histogram: Histogram, { textOf, toneOf, hrefOf }: Texts): Column[] {
  const names = bucketNames(histogram);
  return histogram.map(({ from, to, count }, index) => {
    const text = textOf(names[index] ?? "", count);
    const href = from === to && hrefOf ? hrefOf(String(from)) : undefined;
    return {
      key: String(from),
      value: count,
      tone: toneOf?.(from) ?? "plain",
      text: href === undefined || count === 0 ? text : words.showResponses(text),
      href,
    };
  });
}

/** Returns the axis of a histogram: steps under their columns, edges between them. */
export function axisOf(histogram: Histogram): AxisLabel[] {
  const starts = histogram.map(({ from }) => axisText(from));
  if (isStepped(histogram)) return axisLabels(starts, labelLimit.steps);
  const end = histogram.at(-1);
  return edgeLabels(end ? [...starts, axisText(end.to)] : starts, labelLimit.edges);
}

/** Detractors, passives and promoters. */
export const npsTone = (value: number): Tone => (value >= 9 ? "good" : value >= 7 ? "mid" : "bad");
