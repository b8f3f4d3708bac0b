import type pg from "pg";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { resealAll, type SealedSecrets } from "../sealedSecrets.ts";
import { resealRecipientKey } from "./recipientKey.ts";

const batch = 200;
const first = "00000000-0000-0000-0000-000000000000";

/**
 * Seals every stored secret with SECRETS_KEY, including those sealed with SECRETS_KEY_OLD, and returns how many
 * integrations changed. Locks a few rows at a time, so it can run beside the service. Idempotent.
 */
export async function rotateSecrets(pool: pg.Pool): Promise<number> {
  await resealRecipientKey(pool);
  let changed = 0;
  for (let after = first; ; ) {
    const ids = await inTransaction(pool, async (client) => {
      const { rows } = await client.query<{ id: string; secrets: SealedSecrets }>(
        "select id, secrets from integrations.integrations where id > $1 order by id limit $2 for update",
        [after, batch],
      );
      for (const { id, secrets } of rows) changed += await reseal(client, id, secrets);
      return rows.map(({ id }) => id);
    });
    after = ids.at(-1) ?? after;
    if (ids.length < batch) return changed;
  }
}

async function reseal(client: pg.PoolClient, id: string, secrets: SealedSecrets): Promise<number> {
  const resealed = resealAll(id, secrets);
  if (!resealed) return 0;
  await client.query("update integrations.integrations set secrets = $2 where id = $1", [id, JSON.stringify(resealed)]);
  return 1;
}
