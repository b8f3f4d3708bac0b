import { check, sleep } from "k6";
import http from "k6/http";
import type { Options } from "k6/options";
import { deleteForm, type Published, publishForm } from "./owner.ts";
import { respond } from "./respondent.ts";
import { keptApart, type Summary, summaryTable, trendStats } from "./summary.ts";
import { duration, number, url } from "./target.ts";

const rate = number("RATE", 30);
const length = duration("DURATION", "30s");
const owners = number("OWNERS", 2);
const seconds = Number.parseInt(length, 10) * { s: 1, m: 60, h: 3_600 }[length.slice(-1) as "s" | "m" | "h"];

const arrivals = {
  executor: "constant-arrival-rate",
  rate,
  timeUnit: "1s",
  duration: length,
  preAllocatedVUs: Math.ceil(rate),
  maxVUs: Math.ceil(rate * 10),
} as const;

/**
 * Runs respondents alone for DURATION, then with owners who list, export, publish and read insights for another DURATION. The
 * respondents' p99 can rise by less than 25%.
 */
export const options: Options = {
  summaryTrendStats: trendStats,
  scenarios: {
    warming: { ...arrivals, duration: "10s", tags: { phase: "warming" } },
    alone: { ...arrivals, startTime: "12s", tags: { phase: "alone" } },
    beside: { ...arrivals, startTime: `${seconds + 14}s`, tags: { phase: "beside" } },
    owners: {
      executor: "constant-vus",
      vus: owners,
      startTime: `${seconds + 14}s`,
      duration: length,
      exec: "own",
    },
  },
  thresholds: {
    ...keptApart({
      alone: "part:respondent,phase:alone",
      beside: "part:respondent,phase:beside",
      owners: "part:owning",
    }),
    checks: ["rate==1"],
    http_req_failed: ["rate<0.001"],
  },
};

const riseLimit = 1.25;

export const setup = publishForm;
export default (form: Published) => respond(form);
export const teardown = deleteForm;

/** Requests that an owner repeats during the responses. */
export function own({ slug, headers }: Published): void {
  const ask = (name: string, method: string, path: string, body?: object) => {
    const tags = { name, part: "owning" };
    const response = http.request(method, `${url}/api/v2/form/${slug}/${path}`, body && JSON.stringify(body), {
      headers,
      tags,
    });
    check(response, { [`${name}: 2xx`]: ({ status }) => status >= 200 && status < 300 });
  };
  ask("list", "GET", "responses/?limit=50&ordering=-started_at");
  ask("insights", "GET", "insights/");
  ask("export", "GET", "responses/export/?format=csv");
  ask("publish", "POST", "publish/", {});
  // two owners stay below the rate limit of a key
  sleep(1);
}

export function handleSummary(summary: Summary) {
  const rows = { "respondents alone": "part:respondent,phase:alone", "beside owners": "part:respondent,phase:beside" };
  const p99 = (tags: string) => summary.metrics[`http_req_duration{${tags}}`]?.values["p(99)"] ?? Number.NaN;
  const ratio = p99(rows["beside owners"]) / p99(rows["respondents alone"]);
  const verdict = ratio < riseLimit ? "" : `- crossed: the respondents' p99 grew to ${ratio.toFixed(2)} of itself\n`;
  const table = summaryTable("mixed", summary, { ...rows, "the owners themselves": "part:owning" });
  return { stdout: `${table}\np99 beside owners: ${ratio.toFixed(2)} of that alone (limit ${riseLimit})\n${verdict}` };
}
