import type { EntityManager } from "@mikro-orm/postgresql";
import type { Database, Log } from "../../shared/platform/database/open.ts";
import { withoutDeadline } from "../../shared/platform/deadlines/deadline.ts";
import { env, ownAddress } from "../../shared/platform/env.ts";
import { forbidden } from "../../shared/platform/errors.ts";
import { isLoopback } from "../../shared/platform/loopback.ts";
import { hashOf, isSameHash } from "./credentials.ts";
import { keepSetupToken } from "./store/setupToken.ts";
import { hasAccount } from "./store/users.ts";

/**
 * The first account of a public server (decisions §2, SETUP_TOKEN of §8). With SIGNUP=first and a BASE_URL that others can open,
 * only the operator can register first, with the link in the log.
 */

/** Returns whether the first registration needs the token, unless an account exists. */
export function needsSetup(): boolean {
  const { SIGNUP, BASE_URL } = env();
  return SIGNUP === "first" && BASE_URL !== undefined && !isLoopback(new URL(BASE_URL).hostname);
}

/** Returns the page that creates the first account. All copies and starts return the same until then. */
async function setupLink(em: EntityManager): Promise<string> {
  return `${ownAddress() ?? ""}/register#setup=${encodeURIComponent(await setupToken(em))}`;
}

/** Throws 403 if `given` isn't the token. Compares in constant time. */
export async function checkSetup(em: EntityManager, given: string | undefined): Promise<void> {
  const token = await setupToken(em);
  if (given === undefined || !isSameHash(hashOf(given), hashOf(token)))
    throw forbidden("The first account needs the setup link from the server's log.");
}

const setupToken = async (em: EntityManager): Promise<string> => env().SETUP_TOKEN ?? (await keepSetupToken(em));

/** Logs the link while there is no account. It is a warning, so that LOG_LEVEL=warn shows it, too. */
export async function logSetupLink(database: Database, log: Log): Promise<void> {
  if (!needsSetup() || (await hasAccount(database.read(withoutDeadline)))) return;
  const link = await database.write(withoutDeadline, setupLink);
  log.warn(`Create the first account: ${link}`);
}
