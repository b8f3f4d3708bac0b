import { env } from "../../shared/platform/env.ts";
import { conflict } from "../../shared/platform/errors.ts";
import { secretsKey } from "../../shared/platform/sealing.ts";

/**
 * Whether this process can seal second factors. Auth worked without SECRETS_KEY before them, so a missing key doesn't stop the start
 * (teams §20.8). With a database elsewhere, a key beside the embedded one would be lost with this host.
 */
export function canSeal(): boolean {
  const { AUTH_DATABASE_URL, SECRETS_KEY, SECRETS_KEY_FILE } = env();
  if (AUTH_DATABASE_URL && !SECRETS_KEY && !SECRETS_KEY_FILE) return false;
  try {
    secretsKey();
    return true;
  } catch {
    return false;
  }
}

/** Throws 409 without the key. */
export function checkSealing(): void {
  if (!canSeal())
    throw conflict(
      "Two-step sign-in isn't available on this server. Ask an administrator to set SECRETS_KEY for auth.",
    );
}
