import type pg from "pg";
import type { ResumeMail } from "../../../shared/bus/contract/integrations.ts";
import { lockAgainstErasure } from "./intake.ts";

/** Queued emails with links to finish later. A row is deleted once its email is sent or given up, because it has an address. */

/** Adds an email, once per session and link, unless the session was erased. */
export async function addResumeMail(client: pg.PoolClient, mail: ResumeMail): Promise<void> {
  await lockAgainstErasure(client, [mail.session_id]);
  await client.query(
    `insert into integrations.resume_mails (session_id, asked_at, account_id, form, address, client, language, base_url, due_at)
      select $1, $2, $3, $4, $5, $6, $7, $8, clock_timestamp()
      where not exists (select from integrations.erased_sessions where session_id = $1)
      on conflict do nothing`,
    [
      mail.session_id,
      mail.asked_at,
      mail.account_id,
      JSON.stringify(mail.form),
      mail.address,
      mail.client,
      mail.language,
      mail.base_url,
    ],
  );
}

export type DueResumeMail = Omit<ResumeMail, "asked_at"> & { asked_at: Date; tries: number };

/** Attempts in about an hour. */
const attempts = 6;

/** Claims a due email. Unless it is deleted, it is due again later, and deleted after the last attempt. */
export async function claimResumeMail(pool: pg.Pool): Promise<DueResumeMail | null> {
  const { rows } = await pool.query<DueResumeMail>({
    name: "claim-resume-mail",
    text: `update integrations.resume_mails m set tries = m.tries + 1,
        due_at = clock_timestamp() + power(2, m.tries) * interval '1 minute'
      where (m.session_id, m.asked_at) = (
        select session_id, asked_at from integrations.resume_mails
        where due_at <= statement_timestamp() order by due_at limit 1 for update skip locked)
      returning m.session_id, m.asked_at, m.account_id, m.form, m.address, m.client, m.language, m.base_url, m.tries`,
  });
  return rows[0] ?? null;
}

export const isLastAttempt = ({ tries }: DueResumeMail): boolean => tries >= attempts;

export async function removeResumeMail(
  pool: pg.Pool,
  { session_id, asked_at }: Pick<DueResumeMail, "session_id" | "asked_at">,
): Promise<void> {
  await pool.query("delete from integrations.resume_mails where session_id = $1 and asked_at = $2", [
    session_id,
    asked_at,
  ]);
}
