import { createHash, randomBytes, randomFillSync, randomUUID, randomUUIDv7 } from "node:crypto";

/** Returns a UUID v4 (122 random bits). */
export const newUuid = (): string => randomUUID();

/** Returns a UUID v7: ordered for index locality, with 74 random bits, so that session ids can't be guessed (decisions §9.2). */
export const newOrderedUuid = (): string => randomUUIDv7();

/** Returns UUIDs v7 in their order. Those of one millisecond have none by themselves. */
export const newOrderedUuids = (count: number): string[] => Array.from({ length: count }, newOrderedUuid).sort();

/** SQL of `newOrderedUuid`, because PostgreSQL has no function for it before version 18. */
export const orderedUuid = `(lpad(to_hex((extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') || '7'
  || right(replace(gen_random_uuid()::text, '-', ''), 19))::uuid`;

const pool = Buffer.allocUnsafe(4_096);
let used = pool.length;

/** Returns up to 4,096 random bytes in hexadecimal. Fills a pool, because each other call of `randomBytes` is a system call. */
export function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString("hex", used - bytes, used);
}

export const uuidBytes = (uuid: string): Buffer => Buffer.from(uuid.replaceAll("-", ""), "hex");

/** Returns the UUID of the first 16 bytes. */
export const uuidOf = (bytes: Buffer): string =>
  bytes.toString("hex", 0, 16).replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/** Returns an id that is equal for equal texts, for what is done again after a kill. */
export const hashedUuid = (text: string): string => uuidOf(createHash("sha256").update(text).digest());

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const base36 = base62.slice(0, 10) + base62.slice(36);

export const randomBase62 = (length: number): string => randomText(length, base62);
export const randomBase36 = (length: number): string => randomText(length, base36);

/** Skips bytes that would make some characters more likely. */
function randomText(length: number, alphabet: string): string {
  const fair = 256 - (256 % alphabet.length);
  let out = "";
  while (out.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < fair && out.length < length) out += alphabet[byte % alphabet.length];
    }
  }
  return out;
}
