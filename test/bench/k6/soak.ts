import type { Options } from "k6/options";
import { deleteForm, type Published, publishForm } from "./owner.ts";
import { respond } from "./respondent.ts";
import { keptApart, respondentRows, type Summary, summaryTable, trendStats } from "./summary.ts";
import { duration, number } from "./target.ts";

const rate = number("RATE", 30);

/** A constant rate for 30 minutes, which shows growth of memory, tables and delays. */
export const options: Options = {
  summaryTrendStats: trendStats,
  scenarios: {
    respondents: {
      executor: "constant-arrival-rate",
      rate,
      timeUnit: "1s",
      duration: duration("DURATION", "30m"),
      preAllocatedVUs: Math.ceil(rate),
      maxVUs: Math.ceil(rate * 10),
    },
  },
  thresholds: {
    ...keptApart(respondentRows),
    "http_req_duration{part:respondent}": [`p(95)<${number("P95_MS", 250)}`],
    checks: ["rate==1"],
    http_req_failed: ["rate<0.0001"],
    dropped_iterations: ["count<1"],
  },
};

export const setup = publishForm;
export default (form: Published) => respond(form);
export const teardown = deleteForm;
export const handleSummary = (summary: Summary) => ({ stdout: summaryTable("soak", summary, respondentRows) });
