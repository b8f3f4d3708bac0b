import { spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "@jest/globals";
import { stringify } from "yaml";
import { runFolder } from "../support/run.ts";
import { alertsFile, dashboard, dashboardExpressions, rules } from "./expressions.ts";

const root = join(import.meta.dirname, "../..");
const folder = mkdtempSync(join(runFolder(), "alerts-"));
const alerts = rules().flatMap(({ alert }) => alert ?? []);

function promtool(...args: string[]): string {
  const { stdout, stderr, status } = spawnSync("promtool", args, { encoding: "utf8" });
  return status === 0 ? "" : stdout + stderr;
}

/** Series by name and labels, with values per minute in promtool's notation. */
type Series = Record<string, string>;

const count = "pathform_http_request_duration_seconds_count";
const bucket = "pathform_http_request_duration_seconds_bucket";
const route = 'route="/api/v2/r/{slug}/start/"';
/** A counter that grows by `step` per minute for two hours. A window longer than the data has the same ratio. */
const grows = (step: number) => `0+${step}x120`;
const stays = (value: number) => `${value}x120`;
/** Respondents' requests, of which these shares fail and are slow. */
const requests = (failed: number, slow: number): Series => ({
  [`${count}{${route},status="201"}`]: grows(10_000 - failed),
  [`${count}{${route},status="503"}`]: grows(failed),
  [`${bucket}{${route},status="201",le="0.5"}`]: grows(10_000 - slow),
});
const histogram = (name: string, labels: string, fast: string): Series => ({
  [`${name}_bucket{${labels},le="0.001"}`]: grows(0),
  [`${name}_bucket{${labels},le="${fast}"}`]: grows(100),
  [`${name}_bucket{${labels},le="+Inf"}`]: grows(100),
});

/** Cases with the alerts that fire, and no others. */
const cases: { name: string; series: Series; fires: string[] }[] = [
  { name: "no fault", fires: [], series: { ...requests(5, 50), 'up{job="pathform-sessions"}': stays(1) } },
  {
    name: "everything just below its threshold",
    fires: [],
    series: {
      ...requests(9, 290),
      'pathform_bus_calls_total{job="pathform",outcome="ok"}': grows(991),
      'pathform_bus_calls_total{job="pathform",outcome="timeout"}': grows(9),
      ...histogram("pathform_database_wait_seconds", 'pool="hot"', "0.1"),
      ...histogram("pathform_statement_duration_seconds", 'statement="step-sessions"', "0.25"),
      pathform_event_loop_active_seconds_total: grows(53),
      'nodejs_eventloop_lag_p99_seconds{job="pathform"}': stays(0.24),
      pathform_outbox_age_seconds: stays(59),
      pathform_outbox_failing_events: stays(0),
      pathform_delivery_queue_age_seconds: stays(59),
      pathform_search_backlog_age_seconds: stays(59),
      'pathform_reading_age_seconds{reading="outbox"}': stays(59),
      'pathform_clock_offset_seconds{peer="sessions.a-1"}': stays(-1.9),
      'pathform_build_info{version="1.0.0",services="services"}': stays(1),
      pathform_integrations_failing: stays(0),
      pathform_file_store_full: stays(0),
      pathform_file_store_free_bytes: stays(1_100_000_000),
    },
  },
  { name: "no traffic", fires: [], series: { [`${count}{${route},status="201"}`]: stays(7) } },
  { name: "0.5% errors", series: requests(50, 0), fires: ["PathformRespondentsGetSomeErrors"] },
  {
    name: "2% errors",
    series: requests(200, 0),
    fires: ["PathformRespondentsGetErrors", "PathformRespondentsGetSomeErrors"],
  },
  { name: "5% slow requests", series: requests(0, 500), fires: ["PathformRespondentsSometimesWait"] },
  {
    name: "20% slow requests",
    series: requests(0, 2_000),
    fires: ["PathformRespondentsSometimesWait", "PathformRespondentsWait"],
  },
  {
    name: "rejected starts",
    series: { ...requests(0, 0), 'pathform_requests_shed_total{kind="start"}': grows(200) },
    fires: ["PathformOverload", "PathformRespondentsGetErrors", "PathformRespondentsGetSomeErrors"],
  },
  {
    name: "a service that is gone, beside others and one process with several",
    series: {
      'pathform_build_info{services="gateway"}': "1x60",
      'pathform_build_info{services="sessions"}': stays(1),
      'pathform_build_info{services="auth+forms+analytics+integrations"}': stays(1),
    },
    fires: ["PathformServiceGone"],
  },
  {
    name: "failing integrations",
    series: { pathform_integrations_failing: stays(1) },
    fires: ["PathformIntegrationsFail"],
  },
  { name: "a full file store", series: { pathform_file_store_full: stays(1) }, fires: ["PathformFileStoreFull"] },
  {
    name: "a nearly full file store",
    series: { pathform_file_store_free_bytes: stays(1_000_000_000) },
    fires: ["PathformFileStoreShort"],
  },
  { name: "a process that is down", series: { 'up{job="pathform-sessions"}': stays(0) }, fires: ["PathformDown"] },
  {
    name: "a process that isn't ready",
    series: { 'pathform_ready{part="process"}': stays(0), 'pathform_ready{part="NATS"}': stays(0) },
    fires: ["PathformNotReady"],
  },
  {
    name: "a replica that doesn't respond",
    series: { 'pathform_ready{part="process"}': stays(1), 'pathform_ready{part="replica"}': stays(0) },
    fires: ["PathformReplicaUnavailable"],
  },
  {
    name: "calls without a response",
    series: {
      'pathform_bus_calls_total{job="pathform",outcome="ok"}': grows(100),
      'pathform_bus_calls_total{job="pathform",outcome="timeout"}': grows(1.5),
    },
    fires: ["PathformBusFails"],
  },
  {
    name: "a right that NATS refuses",
    series: { 'pathform_bus_refused{job="pathform",subject="REQ.forms"}': stays(1) },
    fires: ["PathformBusRefuses"],
  },
  {
    name: "refused calls",
    series: {
      'pathform_bus_calls_total{job="pathform",outcome="ok"}': grows(100),
      'pathform_bus_calls_total{job="pathform",outcome="refused"}': grows(50),
    },
    fires: [],
  },
  {
    name: "waits for connections",
    series: histogram("pathform_database_wait_seconds", 'pool="hot"', "0.11"),
    fires: ["PathformDatabaseConnectionsShort"],
  },
  {
    name: "slow statements",
    series: histogram("pathform_statement_duration_seconds", 'statement="step-sessions"', "0.3"),
    fires: ["PathformStatementsSlow"],
  },
  {
    name: "slow statements of owners",
    series: histogram("pathform_statement_duration_seconds", 'statement="insights"', "1"),
    fires: [],
  },
  {
    name: "an event loop that is almost always active",
    series: { pathform_event_loop_active_seconds_total: grows(55) },
    fires: ["PathformEventLoopBusy"],
  },
  {
    name: "an event loop that lags",
    series: { 'nodejs_eventloop_lag_p99_seconds{job="pathform"}': stays(0.26) },
    fires: ["PathformEventLoopBusy"],
  },
  { name: "waiting jobs", series: { pathform_oldest_job_seconds: stays(3601) }, fires: ["PathformJobsWait"] },
  { name: "waiting events", series: { pathform_outbox_age_seconds: stays(61) }, fires: ["PathformEventsWait"] },
  { name: "a failing event", series: { pathform_outbox_failing_events: stays(1) }, fires: ["PathformEventFails"] },
  {
    name: "waiting deliveries",
    series: { pathform_delivery_queue_age_seconds: stays(61) },
    fires: ["PathformDeliveriesWait"],
  },
  {
    name: "a search backlog",
    series: { pathform_search_backlog_age_seconds: stays(61) },
    fires: ["PathformSearchBehind"],
  },
  {
    name: "old readings",
    series: { 'pathform_reading_age_seconds{reading="outbox"}': stays(61) },
    fires: ["PathformReadingsOld"],
  },
  {
    name: "a clock that is behind",
    series: { 'pathform_clock_offset_seconds{peer="sessions.a-1"}': stays(-2.1) },
    fires: ["PathformClockOff"],
  },
  {
    name: "two versions",
    series: {
      'pathform_build_info{version="1.0.0",services="services"}': stays(1),
      'pathform_build_info{version="1.1.0",services="services"}': stays(1),
    },
    fires: ["PathformVersionsMixed"],
  },
  {
    name: "two commits of a version",
    series: {
      'pathform_build_info{version="1.0.0",revision="6a021ae9c0ff",services="services"}': stays(1),
      'pathform_build_info{version="1.0.0",revision="cd18dc80e230",services="services"}': stays(1),
    },
    fires: ["PathformVersionsMixed"],
  },
];

const testOf = ({ series, fires }: (typeof cases)[number]) => ({
  interval: "1m",
  input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
  promql_expr_test: [
    {
      expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: "90m",
      exp_samples: fires.map((alertname) => ({ labels: `{alertname="${alertname}"}`, value: 1 })),
    },
  ],
});

describe("alerts", () => {
  it.each(cases)("fire as expected with $name", (given) => {
    const file = join(folder, "tests.yaml");
    writeFileSync(file, stringify({ rule_files: [alertsFile], evaluation_interval: "1m", tests: [testOf(given)] }));
    expect(promtool("test", "rules", file)).toBe("");
  });

  it("each have a test", () => {
    expect(alerts.filter((alert) => !cases.some(({ fires }) => fires.includes(alert)))).toEqual([]);
  });

  it("say what fired, with the value and the labels that it has", () => {
    for (const { alert, annotations = {} } of rules().filter((rule) => rule.alert)) {
      expect([alert, annotations.description]).toEqual([alert, expect.stringContaining("$value")]);
    }
    const described = {
      eval_time: "90m",
      alertname: "PathformDown",
      exp_alerts: [
        {
          exp_labels: { severity: "ticket", job: "pathform-sessions", instance: "10.0.0.1:9464" },
          exp_annotations: {
            ...rules().find(({ alert }) => alert === "PathformDown")?.annotations,
            description: "pathform-sessions on 10.0.0.1:9464 has up = 0.",
          },
        },
      ],
    };
    const series = { 'up{job="pathform-sessions",instance="10.0.0.1:9464"}': stays(0) };
    const given = { ...testOf({ name: "", series, fires: ["PathformDown"] }), alert_rule_test: [described] };
    const file = join(folder, "described.yaml");
    writeFileSync(file, stringify({ rule_files: [alertsFile], evaluation_interval: "1m", tests: [given] }));
    expect(promtool("test", "rules", file)).toBe("");
  });

  it("link to a section that exists", () => {
    for (const { alert, annotations = {} } of rules().filter((rule) => rule.alert)) {
      const [file = "", anchor] = fileOf(annotations.runbook_url ?? "").split("#");
      expect({ alert, isFile: existsSync(join(root, file)) }).toEqual({ alert, isFile: true });
      expect({ alert, sections: sectionsOf(file) }).toEqual({ alert, sections: expect.arrayContaining([anchor]) });
    }
  });

  it("have all sections of docs/operate/runbooks.md", () => {
    const linked = rules().map(({ annotations }) => annotations?.runbook_url?.split("#")[1]);
    const [, ...sections] = sectionsOf("docs/operate/runbooks.md");
    expect(sections.filter((section) => !linked.includes(section))).toEqual([]);
  });

  it("are listed in docs/operate/monitor.md with their section", () => {
    const manual = readFileSync(join(root, "docs/operate/monitor.md"), "utf8");
    const listed = [...manual.matchAll(/^\| \[`(Pathform\w+)`\]\((\S+)\)/gm)].map(([, alert, link]) => [
      alert,
      `docs/operate/${link}`,
    ]);
    const shipped = rules().flatMap(({ alert, annotations }) =>
      alert ? [[alert, fileOf(annotations?.runbook_url ?? "")]] : [],
    );
    expect(listed.toSorted()).toEqual(shipped.toSorted());
  });
});

/** Returns the file in the repository that a link to the server's guides leads to. */
const fileOf = (url: string): string => url.replace(/^https:\/\/forms\.example\.com\/(docs\/[^#]+)/, "$1.md");

/** Returns the anchors of a page, as GitHub makes them. */
function sectionsOf(file: string): string[] {
  const headings = readFileSync(join(root, file), "utf8").matchAll(/^#+ (.+)$/gm);
  return [...headings].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\w\s-]/g, "")
      .replaceAll(" ", "-"),
  );
}

describe("the dashboard", () => {
  it("has expressions that parse", () => {
    const expressions = dashboardExpressions().map((expr) => expr.replaceAll("$__rate_interval", "5m"));
    const file = join(folder, "dashboard.yaml");
    const recorded = expressions.map((expr, index) => ({ record: `panel:${index}`, expr }));
    writeFileSync(file, stringify({ groups: [{ name: "dashboard", rules: recorded }] }));
    expect(expressions.length).toBeGreaterThan(30);
    expect(promtool("check", "rules", file)).toBe("");
  });

  it("uses recorded series that exist", () => {
    const recorded = rules().flatMap(({ record }) => record ?? []);
    const used = dashboardExpressions().flatMap((expr) => expr.match(/\bpathform:\w+:\w+/g) ?? []);
    expect(used.filter((name) => !recorded.includes(name))).toEqual([]);
    expect(dashboard().panels.filter(({ type, targets = [] }) => type !== "row" && targets.length === 0)).toEqual([]);
  });
});
