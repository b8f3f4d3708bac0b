import { hkdfSync, randomBytes } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { EnvError, env } from "./env.ts";

let loaded: Buffer | undefined;

/** Returns the 32-byte key for secrets and signatures (decisions §7, §8: SECRETS_KEY). Throws EnvError. */
export function secretsKeyBytes(): Buffer {
  loaded ??= env().SECRETS_KEY ?? keyIn(env().SECRETS_KEY_FILE ?? embeddedFile());
  return loaded;
}

/** Derives a key for one purpose (HKDF, RFC 5869), so that a leaked key doesn't reveal the others. */
export const derivedKey = (purpose: string, from = secretsKeyBytes()): Buffer =>
  Buffer.from(hkdfSync("sha256", from, "", purpose, 32));

type DerivedKeys = readonly [Buffer, ...Buffer[]];

const derived = new Map<string, DerivedKeys>();

/** Returns the keys of one purpose. The first one signs, and what the previous SECRETS_KEY signed is still good. */
export function derivedKeys(purpose: string): DerivedKeys {
  const known = derived.get(purpose);
  if (known) return known;
  const { SECRETS_KEY_OLD: old } = env();
  const keys: DerivedKeys = [derivedKey(purpose), ...(old ? [derivedKey(purpose, old)] : [])];
  derived.set(purpose, keys);
  return keys;
}

/** Returns the key file next to the embedded database. With an external database, the key must be set, to survive this host. */
function embeddedFile(): string {
  const databases = ["INTEGRATIONS_DATABASE_URL", "SESSIONS_DATABASE_URL", "ANALYTICS_DATABASE_URL", "DATABASE_URL"];
  const set = databases.find((name) => env()[name as "DATABASE_URL"]);
  if (set)
    throw new EnvError(
      `SECRETS_KEY is required if ${set} is set. Create a key once with "openssl rand -base64 32" and store it safely.`,
    );
  return join(env().DATA_DIR, "secrets.key");
}

/** Reads the key file, or creates it. */
function keyIn(file: string): Buffer {
  const key = readKey(file) ?? createKey(file);
  if (key.length !== 32) throw new EnvError(`${file} must contain 32 bytes in base64.`);
  return key;
}

/** Creates the file atomically, so that concurrent starts read the same key. */
function createKey(file: string): Buffer {
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
  return readKey(file) ?? createKey(file);
}

function readKey(file: string): Buffer | null {
  try {
    return Buffer.from(readFileSync(file, "utf8"), "base64");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}
