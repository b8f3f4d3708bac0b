import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "./env.ts";
import { derivedKey } from "./secretsKey.ts";

/**
 * Tokens of links to finish a session later (wants §23): the session's ID, the time at which the link was asked for, and a signature.
 * Integrations writes them into emails and sessions opens them, so that none is stored. A forged one costs no read.
 */
export interface ResumeToken {
  sessionId: string;
  /** ms since 1970 */
  askedAt: number;
}

const idBytes = 16;
const timeBytes = 6;
const signatureBytes = 18;

let keys: readonly Buffer[] | undefined;

/** The first one signs. Links of the previous key still work. */
function resumeKeys(): readonly Buffer[] {
  const { SECRETS_KEY_OLD: old } = env();
  keys ??= [derivedKey("resume"), ...(old ? [derivedKey("resume", old)] : [])];
  return keys;
}

export function resumeToken({ sessionId, askedAt }: ResumeToken): string {
  const named = Buffer.alloc(idBytes + timeBytes);
  named.write(sessionId.replaceAll("-", ""), "hex");
  named.writeUIntBE(askedAt, idBytes, timeBytes);
  return Buffer.concat([named, signed(named, resumeKeys()[0] as Buffer)]).toString("base64url");
}

/** Returns what a token names, or null if it is malformed or forged. */
export function readResumeToken(token: string): ResumeToken | null {
  const bytes = Buffer.from(token, "base64url");
  if (bytes.length !== idBytes + timeBytes + signatureBytes) return null;
  const named = bytes.subarray(0, idBytes + timeBytes);
  const signature = bytes.subarray(named.length);
  if (!resumeKeys().some((key) => timingSafeEqual(signature, signed(named, key)))) return null;
  const hex = named.subarray(0, idBytes).toString("hex");
  const sessionId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
  return { sessionId, askedAt: named.readUIntBE(idBytes, timeBytes) };
}

const signed = (named: Buffer, key: Buffer): Buffer =>
  createHmac("sha256", key).update(named).digest().subarray(0, signatureBytes);
