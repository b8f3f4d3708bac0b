import { levelsThatReadAll } from "../../../shared/api/access/capabilities.ts";
import { rows, type Target } from "../../../shared/platform/database/rows.ts";

/** A person who may not read responses anymore, or an address that they gave up. */
export interface FormerMember {
  account_id: string;
  user_id: string;
  /** null for all forms of the account */
  form_id: string | null;
  email: string;
}

/** Returns whether they are back in the meantime, with this address. */
export async function mayRead(target: Target, { account_id, user_id, form_id, email }: FormerMember): Promise<boolean> {
  const found = await rows(
    target,
    `select from auth.users where id = $2 and email = $4 and (
      exists (select from auth.memberships where account_id = $1 and user_id = $2 and responses = any($5::text[]))
      or exists (select from auth.form_grants
        where account_id = $1 and user_id = $2 and form_id = $3 and responses = any($5::text[])))`,
    [account_id, user_id, form_id, email, levelsThatReadAll()],
  );
  return found.length > 0;
}
