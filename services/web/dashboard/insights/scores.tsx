import type { Scores as ScoreFigures } from "../../../../shared/api/shapes/insights.ts";
import * as words from "../../strings/en/dashboard/insights.ts";
import { FollowedLink } from "../../ui/follow.tsx";
import { Chart } from "../../ui/plots/chart.tsx";
import { Columns } from "../../ui/plots/columns.tsx";
import type { SessionFilters } from "../form/sessionFilters.ts";
import { BucketTable, StatisticsList } from "./choices.tsx";
import { axisOf, columnsOf } from "./histograms.ts";
import { useLinks } from "./links.ts";
import styles from "./questions.module.css";

interface Props {
  slug: string;
  filters: SessionFilters;
  score: ScoreFigures;
}

export const isScored = ({ min, max }: ScoreFigures): boolean => (min ?? 0) !== 0 || (max ?? 0) !== 0;

/** The scores of all responses. */
export function Scores({ slug, filters, score: { histogram, ...statistics } }: Props) {
  const href = useLinks().responsesHref(slug, { ...filters, ordering: "-total_score" });
  const table = () => (
    <BucketTable
      caption={words.scores}
      histogram={histogram}
      statistics={undefined}
      names={[words.scoreRange, words.sessions]}
    />
  );
  return (
    <Chart title={words.scores} table={table}>
      <StatisticsList statistics={statistics} />
      <Columns
        isTall
        label={words.scores}
        columns={columnsOf(histogram, { textOf: words.scoreText })}
        axis={axisOf(histogram)}
      />
      {href && (
        <FollowedLink className={styles.all} href={href}>
          {words.byScore}
        </FollowedLink>
      )}
    </Chart>
  );
}
