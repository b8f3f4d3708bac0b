import type { Options } from "k6/options";
import { deleteForm, type Published, publishForm } from "./owner.ts";
import { respond } from "./respondent.ts";
import { keptApart, respondentRows, type Summary, summaryTable, trendStats } from "./summary.ts";
import { duration, number } from "./target.ts";

const rate = number("RATE", 60);

/** Increases arrivals to RATE sessions per second within 30 s and keeps them for DURATION. */
export const options: Options = {
  summaryTrendStats: trendStats,
  scenarios: {
    respondents: {
      executor: "ramping-arrival-rate",
      startRate: 1,
      timeUnit: "1s",
      preAllocatedVUs: Math.ceil(rate),
      maxVUs: Math.ceil(rate * 10),
      stages: [
        { target: rate, duration: "30s" },
        { target: rate, duration: duration("DURATION", "1m") },
      ],
    },
  },
  thresholds: {
    ...keptApart(respondentRows),
    "http_req_duration{part:respondent}": [`p(95)<${number("P95_MS", 250)}`],
    checks: ["rate==1"],
    http_req_failed: ["rate<0.001"],
    dropped_iterations: ["count<1"],
  },
};

export const setup = publishForm;
export default (form: Published) => respond(form);
export const teardown = deleteForm;
export const handleSummary = (summary: Summary) => ({ stdout: summaryTable("respondents", summary, respondentRows) });
