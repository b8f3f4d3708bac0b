import { hkdfSync, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EnvError, env } from "./env.ts";

let loaded: Buffer | undefined;

/** The 32 bytes that secrets and signatures rest on (decisions §7, §8: SECRETS_KEY). Throws EnvError. */
export function secretsKeyBytes(): Buffer {
  loaded ??= env().SECRETS_KEY ?? keyIn(env().SECRETS_KEY_FILE ?? embeddedFile());
  return loaded;
}

/** A key for one purpose alone (HKDF, RFC 5869): what one gives away tells nothing about the others. */
export const derivedKey = (purpose: string, from = secretsKeyBytes()): Buffer =>
  Buffer.from(hkdfSync("sha256", from, "", purpose, 32));

/** Next to the embedded database. A database elsewhere outlives this machine, and so must its key. */
function embeddedFile(): string {
  const databases = ["INTEGRATIONS_DATABASE_URL", "SESSIONS_DATABASE_URL", "ANALYTICS_DATABASE_URL", "DATABASE_URL"];
  const set = databases.find((name) => env()[name as "DATABASE_URL"]);
  if (set)
    throw new EnvError(
      `SECRETS_KEY must be set, because ${set} is set. Create it once with "openssl rand -base64 32", and keep it.`,
    );
  return join(env().DATA_DIR, "secrets.key");
}

/** Made once. */
function keyIn(file: string): Buffer {
  const key = readKey(file) ?? makeKey(file);
  if (key.length !== 32) throw new EnvError(`${file} must hold 32 bytes in base64.`);
  return key;
}

/** Linked into place whole: of two processes that start at once, both read the one key. */
function makeKey(file: string): Buffer {
  const draft = `${file}.${process.pid}`;
  mkdirSync(join(file, ".."), { recursive: true });
  writeFileSync(draft, `${randomBytes(32).toString("base64")}\n`, { mode: 0o600 });
  try {
    linkSync(draft, file);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== "EEXIST") throw error;
  } finally {
    rmSync(draft);
  }
  return readKey(file) ?? makeKey(file);
}

function readKey(file: string): Buffer | null {
  try {
    return Buffer.from(readFileSync(file, "utf8"), "base64");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
