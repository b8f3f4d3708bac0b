import type { Transporter } from "nodemailer";
import type { Call } from "../../../shared/bus/calls.ts";
import { defanged } from "../../../shared/domain/names.ts";
import type { Database, Log } from "../../../shared/platform/database/open.ts";
import { env } from "../../../shared/platform/env.ts";
import { type Loop, openLoop } from "../../../shared/platform/loop.ts";
import { isFinalRefusal, mailFailure } from "../../../shared/platform/mail.ts";
import { claimMail, type DueMail, giveUpMail, markMailed } from "../store/notices.ts";

export interface MailOptions {
  database: Database;
  call: Call;
  log: Log;
  transport: Transporter;
}

const interval = 5_000;

/** Emails due notifications to the account's members who want them, at least once, several in one email. */
export function openMail({ database, call, log, transport }: MailOptions): Loop {
  async function mailOne(): Promise<boolean> {
    await giveUpMail(database.pool);
    const due = await claimMail(database.pool);
    if (!due) return false;
    const { users } = await call("auth.listUsers", { account_id: due.account_id, about: "failures" });
    // one email per user, because users needn't know each other's addresses
    const refusals: unknown[] = [];
    for (const { email, name } of users)
      await transport.sendMail({ to: { name, address: email }, ...textOf(due) }).catch((error) => {
        refusals.push(error);
        log.warn(`Failed to email a notification to one of ${users.length} people: ${mailFailure(error)}`);
      });
    // a server that takes no letter now is tried again, which repeats none
    if (refusals.length === users.length && refusals.some((error) => !isFinalRefusal(error))) throw refusals[0];
    await markMailed(
      database.pool,
      due.notices.map(({ id }) => id),
    );
    return true;
  }

  const loop = openLoop({
    interval,
    work: mailOne,
    onError: (error) => log.warn(`Failed to email a notification, retrying: ${mailFailure(error)}`),
  });
  return {
    wake: loop.wake,
    async stop() {
      await loop.stop();
      transport.close();
    },
  };
}

function textOf({ notices }: DueMail): { subject: string; text: string } {
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
