import { Link } from "@tanstack/react-router";
import type { Usage } from "../../../../shared/api/shapes/usage.ts";
import * as words from "../../strings/en/dashboard/developers.ts";
import { millisecondsText, numberText, percentText } from "../../strings/en/dashboard/numbers.ts";
import { shortDayText } from "../../ui/dates.ts";
import { Bars } from "../../ui/plots/bars.tsx";
import { Chart } from "../../ui/plots/chart.tsx";
import { Section } from "../../ui/section.tsx";
import { Table } from "../../ui/table.tsx";
import styles from "./developers.module.css";

interface Props {
  usage: Usage;
}

interface Counts {
  requests: number;
  errors: number;
}

const counts = [
  { title: words.requests, cell: ({ requests }: Counts) => numberText(requests), isNumber: true },
  { title: words.errors, cell: ({ errors }: Counts) => numberText(errors), isNumber: true },
];
const rate = {
  title: words.errorRate,
  cell: (row: { error_rate: number | null }) => percentText(row.error_rate),
  isNumber: true,
};

/** Errors have a chart of their own: among many requests, few of them would be invisible. */
export function ByDay({ usage: { by_day: days, totals } }: Props) {
  const bars = (value: keyof Counts) =>
    days.map((day) => ({
      name: shortDayText(day.date),
      text: words.dayLabel(day.date, day.requests, day.errors),
      value: day[value],
    }));
  const table = (caption: string) => () => (
    <Table
      caption={caption}
      columns={[{ title: words.date, cell: ({ date }) => date }, ...counts]}
      rows={days}
      keyOf={({ date }) => date}
    />
  );
  return (
    <div className={styles.days}>
      <Chart title={words.byDay} table={table(words.byDay)}>
        <Bars label={words.plotLabel(totals.requests, totals.errors, days.length)} bars={bars("requests")} />
      </Chart>
      {totals.errors > 0 && (
        <Chart title={words.errorsByDay} table={table(words.errorsByDay)}>
          <Bars isBad label={words.errorsPlotLabel(totals.errors, days.length)} bars={bars("errors")} />
        </Chart>
      )}
    </div>
  );
}

export function ByEndpoint({ usage: { by_endpoint: endpoints } }: Props) {
  return (
    <Section title={words.byEndpoint}>
      <Table
        caption={words.byEndpoint}
        columns={[
          {
            title: words.endpoint,
            cell: ({ method, path }) => <code className={styles.endpoint}>{`${method} ${path}`}</code>,
          },
          ...counts,
          rate,
          { title: words.median, cell: ({ p50_ms: ms }) => millisecondsText(ms), isNumber: true },
          { title: words.p95, cell: ({ p95_ms: ms }) => millisecondsText(ms), isNumber: true },
        ]}
        rows={endpoints}
        keyOf={({ method, path }) => `${method} ${path}`}
      />
    </Section>
  );
}

/** The API has latencies per endpoint only. Filter by a key to see its latencies. */
export function ByKey({ usage: { by_key: keys } }: Props) {
  return (
    <Section title={words.byKey}>
      <Table
        caption={words.byKey}
        columns={[{ title: words.keyFilter, cell: KeyName }, ...counts, rate]}
        rows={keys}
        keyOf={({ key_id: id }) => id ?? ""}
      />
    </Section>
  );
}

function KeyName({ key_id: id, name, prefix }: Usage["by_key"][number]) {
  if (!id) return words.dashboardKey;
  return (
    <Link to="/developers/usage" search={(search) => ({ ...search, key: id })}>
      {words.namedKey(name ?? "", prefix ?? "")}
    </Link>
  );
}
