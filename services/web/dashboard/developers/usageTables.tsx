import { Link } from "@tanstack/react-router";
import { Fragment, useState } from "react";
import type { Usage } from "../../../../shared/api/shapes/usage.ts";
import * as words from "../../strings/en/dashboard/developers.ts";
import { millisecondsText, numberText, percentText } from "../../strings/en/dashboard/numbers.ts";
import { Button } from "../../ui/button.tsx";
import { ButtonRow } from "../../ui/buttonRow.tsx";
import { shortDayText } from "../../ui/dates.ts";
import { Bars } from "../../ui/plots/bars.tsx";
import { Chart } from "../../ui/plots/chart.tsx";
import { Section } from "../../ui/section.tsx";
import { labelsClass, Table } from "../../ui/table.tsx";
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

/** Rows shown at first. */
const fewEndpoints = 10;

/** The endpoints with the most requests, and all of them on demand. */
export function ByEndpoint({ usage: { by_endpoint: endpoints } }: Props) {
  const [isWhole, setWhole] = useState(false);
  const shown = isWhole ? endpoints : endpoints.slice(0, fewEndpoints);
  return (
    <Section title={words.byEndpoint}>
      <Table
        className={`${styles.endpoints} ${labelsClass}`}
        caption={words.byEndpoint}
        columns={[
          { title: words.endpoint, cell: Endpoint },
          ...counts,
          rate,
          { title: words.median, cell: ({ p50_ms: ms }) => millisecondsText(ms), isNumber: true },
          { title: words.p95, cell: ({ p95_ms: ms }) => millisecondsText(ms), isNumber: true },
        ]}
        rows={shown}
        keyOf={({ method, path }) => `${method} ${path}`}
      />
      {shown.length < endpoints.length && (
        <ButtonRow>
          <Button onPress={() => setWhole(true)}>{words.allEndpoints(endpoints.length)}</Button>
        </ButtonRow>
      )}
    </Section>
  );
}

/** A long path breaks after a slash. */
const Endpoint = ({ method, path }: Usage["by_endpoint"][number]) => (
  <code className={styles.endpoint}>
    {method}{" "}
    {path.split(/(?<=\/)/).map((part, at) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: a path has its parts in order
      <Fragment key={at}>
        {part}
        <wbr />
      </Fragment>
    ))}
  </code>
);

/** The API has latencies per endpoint only. Filter by a key to see its latencies. */
export function ByKey({ usage: { by_key: keys } }: Props) {
  return (
    <Section title={words.byKey}>
      <Table
        className={`${styles.usingKeys} ${labelsClass}`}
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
