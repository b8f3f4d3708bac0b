import * as words from "../../strings/en/dashboard/insights.ts";
import { numberText, percentText } from "../../strings/en/dashboard/numbers.ts";
import { dayText, monthText, shortDayText } from "../../ui/dates.ts";
import { FollowedLink } from "../../ui/follow.tsx";
import { Chart } from "../../ui/plots/chart.tsx";
import { Legend } from "../../ui/plots/legend.tsx";
import { Line } from "../../ui/plots/line.tsx";
import type { SessionFilters } from "../form/sessionFilters.ts";
import { useLinks } from "./links.ts";
import { PlotTable } from "./plotTable.tsx";
import { type Bucket, type Timeline, type Unit, within } from "./timeline.ts";

interface Props {
  slug: string;
  filters: SessionFilters;
  timeline: Timeline;
}

const legend = [
  { series: "main", text: words.figures.completed },
  { series: "second", text: words.figures.started },
] as const;

/** Started and completed responses over time. Each point links to its responses. */
export function OverTime({ slug, filters, timeline: { unit, buckets } }: Props) {
  const { responsesHref } = useLinks();
  const hrefOf = (bucket: Bucket) => responsesHref(slug, within(filters, bucket));
  const points = buckets.map((bucket) => ({
    name: unit === "day" || unit === "week" ? shortDayText(bucket.from) : monthText(bucket.from),
    text: words.bucketText(nameOf(bucket, unit), bucket.started, bucket.completed),
    tip: {
      title: nameOf(bucket, unit),
      values: [
        [words.figures.completed, numberText(bucket.completed)],
        [words.figures.started, numberText(bucket.started)],
      ] as const,
    },
    href: hrefOf(bucket),
    value: bucket.started,
    part: bucket.completed,
  }));
  const sum = (of: "started" | "completed") => buckets.reduce((all, bucket) => all + bucket[of], 0);
  return (
    <Chart
      title={words.overTime}
      note={words.utcDays}
      actions={<Legend rows={legend} lines />}
      table={() => <TimeTable unit={unit} buckets={buckets} hrefOf={hrefOf} />}
    >
      <Line label={words.overTimeLabel(sum("started"), sum("completed"), buckets.length, unit)} points={points} />
    </Chart>
  );
}

function TimeTable({ unit, buckets, hrefOf }: Timeline & { hrefOf: (bucket: Bucket) => string | undefined }) {
  return (
    <PlotTable
      caption={words.overTime}
      columns={[
        {
          title: words.utcBuckets(unit),
          cell: (bucket) => <FollowedLink href={hrefOf(bucket)}>{nameOf(bucket, unit)}</FollowedLink>,
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
}

const nameOf = ({ from, to }: Bucket, unit: Unit): string =>
  unit === "day" || from === to ? dayText(from) : `${dayText(from)} – ${dayText(to)}`;
