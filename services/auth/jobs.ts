import type { Params } from "../../shared/bus/calls.ts";
import { type Jobs, jobsOf, type Kind, untilAnswered } from "../../shared/platform/jobs/jobs.ts";
import { forgot } from "./forgottenPasswords.ts";
import { forgetAuthor, stopEmails } from "./formerMembers.ts";
import { letter } from "./letters/send.ts";
import type { AuthService } from "./service.ts";
import { suspend } from "./suspension.ts";

/** A notification of the workspace's owners and admins. */
const notice: Kind<AuthService, Params<"integrations.addNotice">> = {
  task: "notify a workspace",
  ...untilAnswered,
  run: ({ call }, params) => call("integrations.addNotice", params),
};

/** Auth's work that waits. */
const kinds = { letter, forgot, notice, stopEmails, forgetAuthor, suspend };

export const authJobs: Jobs<AuthService, typeof kinds> = jobsOf("auth", kinds);
