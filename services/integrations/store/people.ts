import type pg from "pg";
import { emailKey } from "../../../shared/domain/emailKey.ts";
import { moveAddress } from "./mails.ts";
import { addNotice } from "./notices.ts";

/** Rows that concern a person of the account. */

/** Integrations and emails of a person that are shown before a removal. All of them stay or stop. */
const shownLimit = 1_000;

export async function integrationsBy(pool: pg.Pool, accountId: string, userId: string) {
  const { rows } = await pool.query<{ id: string; type: string; name: string }>(
    `select id, type, name from integrations.integrations where account_id = $1 and created_by = $2 and type <> 'mail'
      order by name, id limit $3`,
    [accountId, userId, shownLimit],
  );
  return rows;
}

interface MailTo {
  form_id: string;
  mail_id: string;
  name: string;
  form_title: string;
}

/** Returns email notifications that an address gets, to be shown. */
export const mailsShownTo = (pool: pg.Pool, accountId: string, addressKey: string): Promise<MailTo[]> =>
  mailsTo(pool, accountId, addressKey, shownLimit);

/** `limit`: null for all */
async function mailsTo(
  connection: pg.Pool | pg.ClientBase,
  accountId: string,
  addressKey: string,
  limit: number | null,
): Promise<MailTo[]> {
  const { rows } = await connection.query<MailTo>(
    `select m.form_id, m.id as mail_id, i.name, m.form_title
      from integrations.integrations i join integrations.mails m on m.id = i.id
        join integrations.mail_addresses t on t.mail_id = m.id
      where i.account_id = $1 and i.type = 'mail' and t.address_key = $2 and t.state <> 'stopped' order by i.name, i.id limit $3`,
    [accountId, addressKey, limit],
  );
  return rows;
}

/** An email is sent to the addresses that are active then, so queued ones stop, too. */
export async function stopAddress(
  client: pg.ClientBase,
  { account_id: accountId, form_id: formId, email }: { account_id: string; form_id: string | null; email: string },
): Promise<void> {
  const key = emailKey(email);
  for (const { mail_id, form_id, name, form_title } of await mailsTo(client, accountId, key, null)) {
    if (formId !== null && form_id !== formId) continue;
    await moveAddress(client, mail_id, key, "stopped");
    await addNotice(client, {
      account_id: accountId,
      kind: "integration_disabled",
      message: `${email} may not read responses anymore, so the email notification "${name}" of "${form_title}" no longer goes there.`,
      key: `mail stopped ${mail_id} ${new Date().toISOString()}`,
      form_slug: null,
    });
  }
}
