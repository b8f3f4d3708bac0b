import { defanged } from "../../../shared/domain/names.ts";
import { env } from "../../../shared/platform/env.ts";
import { type Kind, later } from "../../../shared/platform/jobs/jobs.ts";
import { isFinalRefusal, mailFailure, messageIdOf } from "../../../shared/platform/mail.ts";
import { markMailed, mostInMail, msUntilMail, type UnmailedNotice, unmailedNotices } from "../store/notices.ts";
import { type MailingService, mailerOf } from "./mailer.ts";

/** Emails an account's notifications to the members who want them, several in one email. One job per account. */
export const noticeMail: Kind<MailingService, { account_id: string }> = {
  task: "email notifications",
  priority: 1,
  // eight attempts in about ten hours. All notifications stay in the account's list
  pauses: { first: 600_000, longest: 7_200_000 },
  attempts: 8,
  async run(service, { account_id }) {
    const mailer = mailerOf(service);
    const { call, database, logger: log } = service;
    const notices = await unmailedNotices(database.pool, account_id);
    if (notices.length === 0) return null;
    const pause = await msUntilMail(database.pool, account_id);
    if (pause > 0) return later(pause);
    const { users } = await call("auth.listUsers", { account_id, about: "failures" });
    // one email per user, because users needn't know each other's addresses
    const refusals: unknown[] = [];
    for (const { email, name } of users)
      await mailer.transport
        .sendMail({ to: { name, address: email }, messageId: idOf(notices, email), ...textOf(notices) })
        .catch((error) => {
          refusals.push(error);
          log.warn(`Failed to email a notification to one of ${users.length} people: ${mailFailure(error)}`);
        });
    // a server that takes no letter now is tried again, which repeats none
    if (refusals.length === users.length && refusals.some((error) => !isFinalRefusal(error)))
      throw new Error(mailFailure(refusals[0]));
    await markMailed(
      database.pool,
      notices.map(({ id }) => id),
    );
    return notices.length === mostInMail ? later(0) : null;
  },
};

/** Equal if the same email is sent again after a kill. */
const idOf = (notices: readonly UnmailedNotice[], address: string): string =>
  messageIdOf(`${notices.map(({ id }) => id).join(" ")} ${address}`);

function textOf(notices: readonly UnmailedNotice[]): { subject: string; text: string } {
  const lines = notices.map(
    ({ message, form_slug, integration }) =>
      `- ${defanged(message)}${form_slug ? ` (form ${form_slug})` : ""}${integration ? `\n  ${whereDeliveriesAre(integration)}` : ""}`,
  );
  const subject =
    notices.length === 1 ? "A delivery needs your attention" : `${notices.length} deliveries need your attention`;
  return { subject, text: `${lines.join("\n\n")}\n` };
}

function whereDeliveriesAre({ id, type }: { id: string; type: string }): string {
  const baseUrl = env().BASE_URL?.replace(/\/+$/, "");
  if (baseUrl === undefined) return "Open the integration in Pathform to view its deliveries.";
  return `View deliveries: ${baseUrl}/integrations/${type}/${id}`;
}
