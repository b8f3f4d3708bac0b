import type pg from "pg";
import { type Kind, untilAnswered } from "../../shared/platform/jobs/jobs.ts";
import type { AuthService } from "./service.ts";

/** A person who may not read responses anymore, or an address that they gave up. */
export interface FormerMember {
  account_id: string;
  user_id: string;
  /** null for all forms of the account */
  form_id: string | null;
  email: string;
}

/** Stops an account's emails to people who may not read its responses anymore, within seconds (teams §20.12). */
export const stopEmails: Kind<AuthService, FormerMember> = {
  task: "stop the emails to a former member",
  ...untilAnswered,
  async run({ call, database }, member) {
    const { account_id, form_id, email } = member;
    if (!(await mayRead(database.pool, member))) await call("integrations.stopAddress", { account_id, form_id, email });
  },
};

/** They may be back in the meantime. Emails to an address that they gave up stop. */
async function mayRead(pool: pg.Pool, { account_id, user_id, form_id, email }: FormerMember): Promise<boolean> {
  const { rows } = await pool.query(
    `select from auth.users where id = $2 and email = $4 and (
      exists (select from auth.memberships where account_id = $1 and user_id = $2 and responses <> 'none')
      or exists (select from auth.form_grants
        where account_id = $1 and user_id = $2 and form_id = $3 and responses <> 'none'))`,
    [account_id, user_id, form_id, email],
  );
  return rows.length > 0;
}

/** Tells forms to forget the name of a deleted person (teams §20.8). */
export const forgetAuthor: Kind<AuthService, { user_id: string }> = {
  task: "remove a deleted person's name from forms",
  ...untilAnswered,
  run: ({ call }, user) => call("forms.forgetAuthor", user),
};
