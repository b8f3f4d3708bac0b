import { type Jobs, jobsOf } from "../../shared/platform/jobs/jobs.ts";
import { mailing } from "./mail/linkMails.ts";
import type { MailingService } from "./mail/mailer.ts";
import { noticeMail } from "./mail/noticeMail.ts";
import { question } from "./mail/questions.ts";
import { resumeMail } from "./mail/resumeMails.ts";

/** Emails that wait. Those about events are deliveries (engine/engine.ts). */
const kinds = { resumeMail, question, noticeMail, mailing };

export const integrationsJobs: Jobs<MailingService, typeof kinds> = jobsOf("integrations", kinds);

/**
 * Returns SQL that lets these accounts' notifications be emailed, not earlier because of further ones. `accounts`: a query of
 * `account_id`.
 */
export const noticeMailsOf = (accounts: string): string =>
  integrationsJobs.addEach("noticeMail", {
    from: accounts,
    key: "account_id",
    data: "json_build_object('account_id', account_id)",
    account: "account_id",
    ifKnown: "then",
  });

/** Returns SQL that runs the jobs of these mailings. `mailings`: a query of `mailing_id` and `account_id`. */
export const mailingsOf = (mailings: string): string =>
  integrationsJobs.addEach("mailing", {
    from: mailings,
    key: "mailing_id",
    data: "json_build_object('mailing_id', mailing_id)",
    account: "account_id",
  });
