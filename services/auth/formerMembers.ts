import { jobsOf, type Kind, untilAnswered } from "../../shared/platform/jobs/jobs.ts";
import type { AuthService } from "./service.ts";
import { type FormerMember, mayRead } from "./store/formerMembers.ts";

/**
 * Stops an account's emails to people who may not read its responses anymore, and to addresses that they gave up, within seconds
 * (teams §20.12).
 */
export const stopEmails: Kind<AuthService, FormerMember> = {
  task: "stop the emails to a former member",
  ...untilAnswered,
  async run({ call, database }, member) {
    const { account_id, form_id, email } = member;
    if (!(await mayRead(database.pool, member))) await call("integrations.stopAddress", { account_id, form_id, email });
  },
};

/** Tells forms to forget the name of a deleted person (teams §20.8). */
export const forgetAuthor: Kind<AuthService, { user_id: string }> = {
  task: "remove a deleted person's name from forms",
  ...untilAnswered,
  run: ({ call }, user) => call("forms.forgetAuthor", user),
};

/** Only adds these jobs. `authJobs` runs them. */
export const formerMemberJobs = jobsOf("auth", { stopEmails, forgetAuthor });
