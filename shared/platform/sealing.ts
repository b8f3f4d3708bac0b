import { createCipheriv, createDecipheriv, createHash, randomBytes } from "node:crypto";
import { env } from "./env.ts";
import { secretsKeyBytes } from "./secretsKey.ts";

/**
 * Encrypts secrets at rest with AES-256-GCM (decisions §7). A sealed text is `v1:<key id>:<base64url of nonce, tag,
 * ciphertext>`. Its owner is authenticated, so that a sealed text can't be moved to another row or field.
 */
interface Key {
  id: string;
  bytes: Buffer;
}

const nonceLength = 12;
const tagLength = 16;

let loaded: Key | undefined;

/** Reads the key. Call it at start, so that a missing key stops the start. Throws EnvError. */
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

/** Returns whether the text was sealed with the current key. */
export const isCurrent = (sealed: string): boolean => sealed.split(":")[1] === secretsKey().id;

/** Opens a sealed text. Throws if the key or owner differs, or the text was changed. */
export function unseal(sealed: string, belongsTo: string): string {
  const [version, keyId, payload] = sealed.split(":");
  if (version !== "v1" || !payload) throw new Error("A stored secret has an unknown format.");
  const key = [secretsKey(), oldKey()].find((known) => known?.id === keyId);
  if (!key) throw new Error(`A stored secret needs the key ${keyId}, but SECRETS_KEY is ${secretsKey().id}.`);
  const bytes = Buffer.from(payload, "base64url");
  const decipher = createDecipheriv("aes-256-gcm", key.bytes, bytes.subarray(0, nonceLength), {
    authTagLength: tagLength,
  });
  decipher.setAAD(Buffer.from(belongsTo)).setAuthTag(bytes.subarray(nonceLength, nonceLength + tagLength));
  return Buffer.concat([decipher.update(bytes.subarray(nonceLength + tagLength)), decipher.final()]).toString("utf8");
}

/** The previous key, which still opens secrets during a key change. */
function oldKey(): Key | undefined {
  const { SECRETS_KEY_OLD } = env();
  return SECRETS_KEY_OLD && keyOf(SECRETS_KEY_OLD);
}

const keyOf = (bytes: Buffer): Key => ({
  id: createHash("sha256").update(bytes).digest("hex").slice(0, 8),
  bytes,
});
