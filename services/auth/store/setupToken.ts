import type { EntityManager } from "@mikro-orm/postgresql";
import { rows } from "../../../shared/platform/database/rows.ts";
import { newToken } from "../credentials.ts";

/** Returns the stored setup token. Creates it at the first call. */
export async function keepSetupToken(em: EntityManager): Promise<string> {
  // an update that changes nothing returns the row of another copy
  const [row] = await rows<{ token: string }>(
    em,
    `insert into auth.setup_token (token) values ($1)
    on conflict (is_only) do update set token = setup_token.token returning token`,
    [newToken()],
  );
  if (!row) throw new Error("The setup token wasn't stored.");
  return row.token;
}

export async function deleteSetupToken(em: EntityManager): Promise<void> {
  await rows(em, "delete from auth.setup_token");
}
