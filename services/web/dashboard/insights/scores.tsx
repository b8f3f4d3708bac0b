import type { Insights } from "../../../../shared/domain/shapes/insights.ts";
import * as words from "../../strings/en/dashboard/insights.ts";
import { numberText } from "../../strings/en/dashboard/numbers.ts";
import { range } from "../../strings/en/dashboard/plots.ts";
import { DataTable } from "../../ui/dataTable.tsx";
import { useFollow } from "../../ui/follow.ts";
import { Histogram } from "../../ui/plots/histogram.tsx";
import { Plot } from "../../ui/plots/plot.tsx";
import { Section } from "../../ui/section.tsx";
import { responsesHref, type SessionFilters } from "../form/sessionFilters.ts";
import styles from "./insights.module.css";

interface Props {
  slug: string;
  filters: SessionFilters;
  score: Insights["score"];
}

/** Nothing of a form in which nobody has scored. */
export function Scores({ slug, filters, score: { min, median, max, histogram } }: Props) {
  const follow = useFollow();
  if ((min ?? 0) === 0 && (max ?? 0) === 0) return null;
  const figures: [string, number | null][] = [
    [words.statistics.min, min],
    [words.statistics.median, median],
    [words.statistics.max, max],
  ];
  const table = () => (
    <DataTable
      caption={words.scores}
      columns={[
        { title: words.scoreRange, cell: ({ from, to }) => range(from, to) },
        { title: words.sessions, cell: ({ count }) => numberText(count), isNumber: true },
      ]}
      rows={histogram}
      keyOf={({ from }) => String(from)}
    />
  );
  const byScore = (
    <a href={responsesHref(slug, { ...filters, ordering: "-total_score" })} onClick={follow}>
      {words.byScore}
    </a>
  );
  return (
    <Section title={words.scores} actions={byScore}>
      <Plot title={words.scores} table={table}>
        <dl className={styles.statistics}>
          {figures.map(([name, value]) => (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{numberText(value)}</dd>
            </div>
          ))}
        </dl>
        <Histogram label={words.scoreLabel(numberText(median), histogram.length)} bins={histogram} />
      </Plot>
    </Section>
  );
}
