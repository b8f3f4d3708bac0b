import type { EntityManager } from "@mikro-orm/postgresql";
import { sql } from "kysely";
import { newToken } from "../credentials.ts";

/** Returns the stored setup token. Creates it at the first call. */
export async function keepSetupToken(em: EntityManager): Promise<string> {
  // an update that changes nothing returns the row of another copy
  const { rows } = await sql<{ token: string }>`insert into auth.setup_token (token) values (${newToken()})
    on conflict (is_only) do update set token = setup_token.token returning token`.execute(em.getKysely());
  const [row] = rows;
  if (!row) throw new Error("The setup token wasn't stored.");
  return row.token;
}

export async function deleteSetupToken(em: EntityManager): Promise<void> {
  await sql`delete from auth.setup_token`.execute(em.getKysely());
}
