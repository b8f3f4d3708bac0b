import type { Options } from "k6/options";
import { deleteForm, type Published, publishForm } from "./owner.ts";
import { respond } from "./respondent.ts";
import { keptApart, respondentRows, type Summary, summaryTable, trendStats } from "./summary.ts";
import { duration, number } from "./target.ts";

const rate = number("RATE", 20);

/**
 * Ten times as many respondents within five seconds, for 30 seconds, and back. Excess requests can get 503 with Retry-After. No
 * other request fails, and all responses are correct.
 */
export const options: Options = {
  summaryTrendStats: trendStats,
  scenarios: {
    respondents: {
      executor: "ramping-arrival-rate",
      startRate: rate,
      timeUnit: "1s",
      preAllocatedVUs: Math.ceil(rate * 10),
      maxVUs: Math.ceil(rate * 50),
      stages: [
        { target: rate, duration: duration("BEFORE", "10s") },
        { target: rate * 10, duration: "5s" },
        { target: rate * 10, duration: duration("DURATION", "30s") },
        { target: rate, duration: "5s" },
        { target: rate, duration: duration("AFTER", "10s") },
      ],
    },
  },
  thresholds: {
    ...keptApart(respondentRows),
    "http_req_duration{part:respondent}": [`p(95)<${number("P95_MS", 2_000)}`],
    checks: ["rate==1"],
    sessions: ["count>0"],
  },
};

export const setup = publishForm;
export default (form: Published) => respond(form);
export const teardown = deleteForm;
export const handleSummary = (summary: Summary) => ({ stdout: summaryTable("spike", summary, respondentRows) });
