import type pg from "pg";
import { descriptionOf, type IntegrationType } from "../../../shared/domain/integrations/index.ts";
import { maskedValue } from "../../../shared/domain/integrations/maskedValue.ts";
import { inTransaction } from "../../../shared/platform/database/transaction.ts";
import { type Config, givenSecrets, headerFields, shownConfig } from "../config.ts";
import { type SealedSecrets, sealAll } from "../sealedSecrets.ts";

const batch = 200;

interface Row {
  id: string;
  type: IntegrationType;
  config: Config;
  secrets: SealedSecrets;
}

/**
 * Seals header values that an older version stored in plain text, and returns how many integrations changed. Locks a
 * few rows at a time. Idempotent.
 */
export async function sealHeaders(pool: pg.Pool): Promise<number> {
  for (let changed = 0; ; ) {
    const sealed = await inTransaction(pool, async (client) => {
      const { rows } = await client.query<Row>(
        `select id, type, config, secrets from integrations.integrations
          where jsonb_typeof(config -> 'headers') = 'object'
            and exists (select 1 from jsonb_each_text(config -> 'headers') h where h.value <> $1)
          order by id limit $2 for update`,
        [maskedValue, batch],
      );
      for (const row of rows) await sealRow(client, row);
      return rows.length;
    });
    changed += sealed;
    if (sealed < batch) return changed;
  }
}

async function sealRow(client: pg.PoolClient, { id, type, config, secrets }: Row): Promise<void> {
  const plain = Object.fromEntries(headerFields(descriptionOf(type).config, config));
  await client.query("update integrations.integrations set config = $2, secrets = $3 where id = $1", [
    id,
    JSON.stringify(shownConfig(type, config)),
    JSON.stringify(sealAll(id, secrets, givenSecrets(type, plain, secrets))),
  ]);
}
