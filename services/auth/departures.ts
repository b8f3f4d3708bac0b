import type pg from "pg";
import type { Call } from "../../shared/bus/calls.ts";
import type { Log } from "../../shared/platform/database/open.ts";
import { type Loop, openLoop } from "../../shared/platform/loop.ts";

const interval = 5_000;

interface Departure {
  account_id: string;
  user_id: string;
  /** null for all forms of the account */
  form_id: string | null;
  email: string;
}

/**
 * Stops an account's emails to people who may not read its responses anymore, within seconds (teams §20.12). Members are deleted
 * or changed with a row of `departures` in the same transaction, so that none is forgotten.
 */
export function openDepartures(pool: pg.Pool, call: Call, log: Log): Loop {
  return openLoop({
    interval,
    async work() {
      // in random order, so that one that fails doesn't hold up the others
      const { rows } = await pool.query<Departure>(
        "select account_id, user_id, form_id, email from auth.departures order by random() limit 1",
      );
      const [departure] = rows;
      if (!departure) return false;
      const { account_id, user_id, form_id, email } = departure;
      if (!(await mayRead(pool, departure))) await call("integrations.stopAddress", { account_id, form_id, email });
      await pool.query(
        "delete from auth.departures where account_id = $1 and user_id = $2 and form_id is not distinct from $3",
        [account_id, user_id, form_id],
      );
      return true;
    },
    onError: (error) => log.warn(`Failed to stop the emails to a former member, retrying: ${error.message}`),
  });
}

/** They may be back in the meantime. Emails to an address that they gave up stop. */
async function mayRead(pool: pg.Pool, { account_id, user_id, form_id, email }: Departure): Promise<boolean> {
  const { rows } = await pool.query(
    `select from auth.users where id = $2 and email = $4 and (
      exists (select from auth.memberships where account_id = $1 and user_id = $2 and responses <> 'none')
      or exists (select from auth.form_grants
        where account_id = $1 and user_id = $2 and form_id = $3 and responses <> 'none'))`,
    [account_id, user_id, form_id, email],
  );
  return rows.length > 0;
}

/** Tells forms to forget the names of deleted people, who are noted in the transaction that deletes them (teams §20.8). */
export function openForgetting(pool: pg.Pool, call: Call, log: Log): Loop {
  return openLoop({
    interval,
    async work() {
      const { rows } = await pool.query<{ user_id: string }>(
        "select user_id from auth.deleted_users order by random() limit 1",
      );
      const [user] = rows;
      if (!user) return false;
      await call("forms.forgetAuthor", user);
      await pool.query("delete from auth.deleted_users where user_id = $1", [user.user_id]);
      return true;
    },
    onError: (error) => log.warn(`Failed to remove a deleted person's name from forms, retrying: ${error.message}`),
  });
}
