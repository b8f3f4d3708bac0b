import type { Insights } from "../../../../shared/domain/shapes/insights.ts";
import * as words from "../../strings/en/dashboard/insights.ts";
import { numberText, percentText } from "../../strings/en/dashboard/numbers.ts";
import { DataTable } from "../../ui/dataTable.tsx";
import { dayText, monthText, shortDayText } from "../../ui/dates.ts";
import { useFollow } from "../../ui/follow.ts";
import { mutedClass } from "../../ui/muted.ts";
import { Line } from "../../ui/plots/line.tsx";
import { Plot } from "../../ui/plots/plot.tsx";
import { Section } from "../../ui/section.tsx";
import { responsesHref, type SessionFilters } from "../form/sessionFilters.ts";
import { type Bucket, timelineOf, type Unit } from "./timeline.ts";

interface Props {
  slug: string;
  filters: SessionFilters;
  days: Insights["by_day"];
}

export function OverTime({ slug, filters, days }: Props) {
  const follow = useFollow();
  const { unit, buckets } = timelineOf(days, filters.started_at_from, filters.started_at_to);
  const hrefOf = ({ from, to }: Bucket) =>
    responsesHref(slug, { ...filters, started_at_from: from, started_at_to: to });
  const points = buckets.map((bucket) => ({
    name: unit === "day" || unit === "week" ? shortDayText(bucket.from) : monthText(bucket.from),
    text: words.bucketText(nameOf(bucket, unit), bucket.started, bucket.completed),
    href: hrefOf(bucket),
    value: bucket.started,
    part: bucket.completed,
  }));
  const sum = (of: "started" | "completed") => buckets.reduce((all, bucket) => all + bucket[of], 0);
  const table = () => (
    <DataTable
      caption={words.overTime}
      columns={[
        {
          title: words.bucketNames[unit],
          cell: (bucket) => (
            <a href={hrefOf(bucket)} onClick={follow}>
              {nameOf(bucket, unit)}
            </a>
          ),
        },
        { title: words.figures.started, cell: ({ started }) => numberText(started), isNumber: true },
        { title: words.figures.completed, cell: ({ completed }) => numberText(completed), isNumber: true },
        {
          title: words.figures.rate,
          cell: ({ started, completed }) => percentText(started === 0 ? null : completed / started),
          isNumber: true,
        },
      ]}
      rows={buckets}
      keyOf={({ from }) => from}
    />
  );
  return (
    <Section title={words.overTime}>
      <Plot title={words.overTime} table={table}>
        <Line
          label={words.overTimeLabel(sum("started"), sum("completed"), buckets.length, unit)}
          legend={[words.figures.started, words.figures.completed]}
          points={points}
        />
      </Plot>
      <p className={mutedClass}>{words.utcNote}</p>
    </Section>
  );
}

const nameOf = ({ from, to }: Bucket, unit: Unit): string =>
  unit === "day" || from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`;
