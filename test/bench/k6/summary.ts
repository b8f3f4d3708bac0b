/** The parts of k6's `handleSummary` data that are used here. Times are in ms. */
export interface Summary {
  metrics: Record<string, { values: Record<string, number>; thresholds?: Record<string, { ok: boolean }> }>;
  state: { testRunDurationMs: number };
}

/** Percentiles of `summaryTable`, for `options.summaryTrendStats`. */
export const trendStats = ["med", "p(95)", "p(99)", "max"];

/** Returns a Markdown table by kind of request, with crossed thresholds. `rows` are tags of a sub-metric. */
export function summaryTable(title: string, { metrics, state }: Summary, rows: Record<string, string>): string {
  const ms = (values: Record<string, number>, stat: string) => `${(values[stat] ?? 0).toFixed(1)} ms`;
  const timed = Object.entries(rows).flatMap(([name, tags]) => {
    const values = metrics[`http_req_duration{${tags}}`]?.values;
    return values ? [`| ${name} | ${trendStats.map((stat) => ms(values, stat)).join(" | ")} |`] : [];
  });
  const count = (name: string) => metrics[name]?.values.count ?? 0;
  const seconds = state.testRunDurationMs / 1000;
  const failed = metrics.http_req_failed?.values.passes ?? 0;
  const crossed = Object.entries(metrics).flatMap(([name, { thresholds = {} }]) =>
    Object.entries(thresholds).flatMap(([rule, { ok }]) => (ok ? [] : [`- crossed: ${name} ${rule}`])),
  );
  return [
    `**${title}**: ${count("sessions")} sessions in ${seconds.toFixed(0)} s (${(count("sessions") / seconds).toFixed(1)}/s), ` +
      `${count("http_reqs")} requests, ${count("shed")} refused for overload, ${failed} failed`,
    "",
    "| | p50 | p95 | p99 | slowest |",
    "|---|---|---|---|---|",
    ...timed,
    ...(crossed.length > 0 ? ["", ...crossed] : []),
    "",
  ].join("\n");
}

/** k6 separates tagged requests only if a threshold names them. This threshold always passes. */
export const keptApart = (rows: Record<string, string>): Record<string, string[]> =>
  Object.fromEntries(Object.values(rows).map((tags) => [`http_req_duration{${tags}}`, ["max>=0"]]));

export const respondentRows = { start: "name:start", next: "name:next", complete: "name:complete" };
