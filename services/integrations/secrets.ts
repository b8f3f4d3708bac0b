import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { env } from "../../shared/platform/env.ts";
import { secretsKeyBytes } from "../../shared/platform/secretsKey.ts";

/**
 * Secrets at rest: AES-256-GCM (decisions §7). A sealed text is `v1:<key id>:<base64url of nonce, tag, ciphertext>`;
 * the key id tells which key it needs. What it belongs to is authenticated with it, so that a sealed text that is moved
 * to another row or field does not open.
 */
interface Key {
  id: string;
  bytes: Buffer;
}

const nonceLength = 12;
const tagLength = 16;

let loaded: Key | undefined;

/** Reads the key; call it at start, so that a missing one stops the start. Throws EnvError. */
export function secretsKey(): Key {
  loaded ??= keyOf(secretsKeyBytes());
  return loaded;
}

export function seal(text: string, belongsTo: string): string {
  const key = secretsKey();
  const nonce = randomBytes(nonceLength);
  const cipher = createCipheriv("aes-256-gcm", key.bytes, nonce).setAAD(Buffer.from(belongsTo));
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `v1:${key.id}:${Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url")}`;
}

/** Was it sealed with the key that is in use now? */
export const isCurrent = (sealed: string): boolean => sealed.split(":")[1] === secretsKey().id;

/** Throws when the text was sealed with another key or for another place, or was tampered with. */
export function unseal(sealed: string, belongsTo: string): string {
  const [version, keyId, payload] = sealed.split(":");
  if (version !== "v1" || !payload) throw new Error("A stored secret has an unknown form.");
  const key = [secretsKey(), oldKey()].find((known) => known?.id === keyId);
  if (!key) throw new Error(`A stored secret needs the key ${keyId}, but SECRETS_KEY is ${secretsKey().id}.`);
  const bytes = Buffer.from(payload, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key.bytes, bytes.subarray(0, nonceLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(belongsTo)).setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([decipher.update(bytes.subarray(nonceLength + tagLength)), decipher.final()]).toString("utf8");
}

/** While a new key takes over, what the one before sealed opens too. */
function oldKey(): Key | undefined {
  const { SECRETS_KEY_OLD } = env();
  return SECRETS_KEY_OLD && keyOf(SECRETS_KEY_OLD);
}

const keyOf = (bytes: Buffer): Key => ({
  id: createHash("sha256").update(bytes).digest("hex").slice(0, 8),
  bytes,
});
