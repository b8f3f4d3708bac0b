import type { Options } from "k6/options";
import { deleteForm, type Published, publishForm } from "./owner.ts";
import { respond } from "./respondent.ts";
import { keptApart, respondentRows, type Summary, summaryTable, trendStats } from "./summary.ts";

/** A few respondents on every path of the form. No request fails or is rejected. */
export const options: Options = {
  summaryTrendStats: trendStats,
  scenarios: { respondents: { executor: "shared-iterations", vus: 4, iterations: 44, maxDuration: "1m" } },
  thresholds: {
    ...keptApart(respondentRows),
    checks: ["rate==1"],
    http_req_failed: ["rate==0"],
    sessions: ["count==44"],
  },
};

export const setup = publishForm;
export default (form: Published) => respond(form);
export const teardown = deleteForm;
export const handleSummary = (summary: Summary) => ({ stdout: summaryTable("smoke", summary, respondentRows) });
