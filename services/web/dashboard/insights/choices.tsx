import type { QuestionInsight } from "../../../../shared/api/shapes/insights.ts";
import * as words from "../../strings/en/dashboard/insights.ts";
import { numberText, percentText } from "../../strings/en/dashboard/numbers.ts";
import { FollowedLink } from "../../ui/follow.tsx";
import { mutedClass } from "../../ui/muted.ts";
import { Shares } from "../../ui/plots/shares.tsx";
import { type Distribution, shownBars } from "./distributions.ts";
import { bucketNames, type Histogram } from "./histograms.ts";
import { PlotTable } from "./plotTable.tsx";
import styles from "./questions.module.css";

interface Props {
  title: string;
  type: string;
  answers: number;
  distribution: Distribution;
  hrefOf: (value: string) => string | undefined;
}

/** The most frequent options, each with its share of the answers. */
export function Choices({ title, type, answers, distribution, hrefOf }: Props) {
  const bars = shownBars(distribution);
  const sum = distribution.reduce((all, { count }) => all + count, 0);
  const notes = [
    type === "ranking" && words.rankedFirst,
    sum > answers && words.severalPossible,
    bars.length < distribution.length && words.mostFrequent(bars.length, distribution.length),
  ].filter((note) => note !== false);
  return (
    <>
      <Shares
        label={words.distributionLabel(title)}
        top={Math.max(1, answers)}
        shares={bars.map(({ value, label, count }) => ({
          key: value ?? "",
          value: count,
          label:
            // other texts have no value in common
            value === null || count === 0 ? (
              <span dir="auto">{label}</span>
            ) : (
              <FollowedLink
                className={styles.option}
                dir="auto"
                href={hrefOf(value)}
                label={words.showResponses(label)}
              >
                {label}
              </FollowedLink>
            ),
          figures: (
            <>
              <strong className={styles.share}>{percentText(count / answers)}</strong> {numberText(count)}
            </>
          ),
        }))}
      />
      {notes.length > 0 && <p className={mutedClass}>{notes.join(" ")}</p>}
    </>
  );
}

interface TableProps {
  caption: string;
  answers: number;
  distribution: Distribution;
}

export const ChoicesTable = ({ caption, answers, distribution }: TableProps) => (
  <PlotTable
    caption={caption}
    columns={[
      {
        title: words.answer,
        cell: ({ label }) => (
          <span className={styles.whole} dir="auto">
            {label}
          </span>
        ),
      },
      { title: words.answersColumn, cell: ({ count }) => numberText(count), isNumber: true },
      { title: words.share, cell: ({ count }) => percentText(count / answers), isNumber: true },
    ]}
    rows={distribution}
    keyOf={({ value }) => value ?? ""}
  />
);

interface BucketProps {
  caption: string;
  histogram: Histogram;
  statistics: QuestionInsight["statistics"];
  /** heads of the two columns */
  names?: readonly [bucket: string, count: string];
}

const statisticNames = ["min", "median", "mean", "max"] as const;

type Statistics = Partial<Record<(typeof statisticNames)[number], number | null>>;

export const StatisticsList = ({ statistics }: { statistics: Statistics }) => (
  <dl className={styles.statistics}>
    {statisticNames.map((name) => {
      const value = statistics[name];
      return (
        value !== undefined && (
          <div key={name}>
            <dt>{words.statistics[name]}</dt>
            <dd>{numberText(value)}</dd>
          </div>
        )
      );
    })}
  </dl>
);

/** The buckets of a histogram, over the statistics of its numbers. */
export function BucketTable({
  caption,
  histogram,
  statistics,
  names = [words.answer, words.answersColumn],
}: BucketProps) {
  const texts = bucketNames(histogram);
  const rows = histogram.map(({ count }, index) => ({ name: texts[index] ?? "", count }));
  return (
    <>
      {statistics && <StatisticsList statistics={statistics} />}
      <PlotTable
        caption={caption}
        columns={[
          { title: names[0], cell: ({ name }) => name },
          { title: names[1], cell: ({ count }) => numberText(count), isNumber: true },
        ]}
        rows={rows}
        keyOf={({ name }) => name}
      />
    </>
  );
}
