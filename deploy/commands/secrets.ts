import { authSchema } from "../../services/auth/database.ts";
import { resealSecondFactors } from "../../services/auth/store/secondFactors.ts";
import { integrationsSchema } from "../../services/integrations/database.ts";
import { rotateSecrets } from "../../services/integrations/store/rotateSecrets.ts";
import { hashAgain } from "../../services/sessions/claiming.ts";
import { sessionsSchema } from "../../services/sessions/database.ts";
import { openRespondents } from "../../services/sessions/respondents.ts";
import { type Database, openDatabase, type SchemaOptions } from "../../shared/platform/database/open.ts";
import { env } from "../../shared/platform/env.ts";
import { operatorLog, print, runCommand } from "./command.ts";
import { withPostgres } from "./postgres.ts";

/**
 * `npm run secrets -- rotate`: re-encrypts stored secrets, and hashes unique answers (wants §22), with a new key (decisions §7). Set
 * SECRETS_KEY to the new key and SECRETS_KEY_OLD to the previous one for all services, run this, then unset SECRETS_KEY_OLD.
 */
await runCommand(async () => {
  const [verb, ...surplus] = process.argv.slice(2);
  if (verb !== "rotate" || surplus.length > 0) throw new Error("Usage: npm run secrets -- rotate");
  if (!env().SECRETS_KEY_OLD) throw new Error("Set SECRETS_KEY_OLD to the previous key.");
  const integrations = await withPostgres([integrationsSchema.schema], () => rotate(integrationsSchema, rotateSecrets));
  print(`Re-encrypted the secrets of ${integrations} integrations.`);
  const people = await withPostgres([authSchema.schema], () => rotate(authSchema, resealSecondFactors));
  print(`Re-encrypted the two-step sign-in of ${people} people.`);
  const forms = await withPostgres([sessionsSchema.schema], hashAnswers);
  print(`Hashed the unique answers of ${forms} forms again.`);
});

function hashAnswers(): Promise<number> {
  return withDatabase(sessionsSchema, (database) => hashAgain({ database, respondents: openRespondents(database) }));
}

function rotate(schema: SchemaOptions, reseal: (pool: Database["pool"]) => Promise<number>): Promise<number> {
  return withDatabase(schema, ({ pool }) => reseal(pool));
}

async function withDatabase<T>(schema: SchemaOptions, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(schema, operatorLog);
  try {
    return await work(database);
  } finally {
    await database.close();
  }
}
