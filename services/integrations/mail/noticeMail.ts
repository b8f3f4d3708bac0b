import type { Part } from "../../../shared/domain/mail/letter.ts";
import { defanged } from "../../../shared/domain/names.ts";
import { ownAddress } from "../../../shared/platform/env.ts";
import { type Kind, later } from "../../../shared/platform/jobs/jobs.ts";
import { sendLetter, type Written } from "../../../shared/platform/mail/send.ts";
import { isFinalRefusal, mailFailure } from "../../../shared/platform/mail/transport.ts";
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
      await sendLetter(mailer.transport, {
        to: { name, address: email },
        id: idOf(notices, email),
        written: letterOf(notices),
      }).catch((error) => {
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
  `${notices.map(({ id }) => id).join(" ")} ${address}`;

function letterOf(notices: readonly UnmailedNotice[]): Written {
  const server = ownAddress();
  const subject =
    notices.length === 1 ? "A delivery needs your attention" : `${notices.length} deliveries need your attention`;
  const parts = notices.map(({ message, form_slug: slug, integration }): Part[] => [
    { text: `${defanged(message)}${slug ? ` (form ${slug})` : ""}` },
    ...(integration ? whereDeliveriesAre(integration, server) : []),
  ]);
  const paragraphs = parts.flatMap((one, at) => (at === 0 ? one : [{ text: "\n\n" }, ...one]));
  const footer = "You get this email because you receive this workspace’s notifications of failures.";
  return {
    subject,
    letter: {
      heading: subject,
      isOurs: true,
      paragraphs,
      groups: [],
      isCut: false,
      button: null,
      footer,
      server,
      stopUrl: null,
    },
  };
}

const whereDeliveriesAre = ({ id, type }: { id: string; type: string }, server: string | undefined): Part[] =>
  server === undefined
    ? [{ text: "\nOpen the integration in Pathform to view its deliveries." }]
    : [{ text: "\n" }, { url: `${server}/integrations/${type}/${id}`, label: "View deliveries" }];
