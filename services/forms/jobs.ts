import type { DatabaseService } from "../../shared/bus/service.ts";
import { type Jobs, jobsOf, type Kind, untilAnswered } from "../../shared/platform/jobs/jobs.ts";

/** Tells of a form that left a workspace. Both services can be told twice. */
const leave: Kind<DatabaseService, { account_id: string; form_id: string }> = {
  task: "tell others of a moved form",
  ...untilAnswered,
  async run({ call }, left) {
    await call("integrations.leaveForm", left);
    await call("auth.leaveForm", left);
  },
};

/** Work of forms that waits. */
const kinds = { leave };

export const formsJobs: Jobs<DatabaseService, typeof kinds> = jobsOf("forms", kinds);
