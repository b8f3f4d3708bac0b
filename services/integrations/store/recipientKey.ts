import type pg from "pg";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { isCurrent, seal, unseal } from "../../../shared/platform/sealing.ts";

/** Names the sealed text's owner. */
const owner = "recipients";

/**
 * Returns the key of the hashes of recipients. The first start stores `first`, sealed, so that a change of SECRETS_KEY changes no hash.
 * Throws if SECRETS_KEY doesn't open it.
 */
export async function loadRecipientKey(pool: pg.Pool, first: Buffer): Promise<Buffer> {
  const sealed = seal(first.toString("base64"), owner);
  await pool.query("insert into integrations.recipient_key (sealed) values ($1) on conflict do nothing", [sealed]);
  const { rows } = await pool.query<{ sealed: string }>("select sealed from integrations.recipient_key");
  return Buffer.from(unseal(rows[0]?.sealed ?? "", owner), "base64");
}

/** Seals the key with the current SECRETS_KEY. */
export async function resealRecipientKey(pool: pg.Pool): Promise<void> {
  await inTransaction(pool, async (client) => {
    const { rows } = await client.query<{ sealed: string }>("select sealed from integrations.recipient_key for update");
    for (const { sealed } of rows) {
      if (isCurrent(sealed)) continue;
      const resealed = seal(unseal(sealed, owner), owner);
      await client.query("update integrations.recipient_key set sealed = $1", [resealed]);
    }
  });
}
