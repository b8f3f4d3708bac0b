import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "../../../shared/platform/env.ts";
import { derivedKey } from "../../../shared/platform/secretsKey.ts";

/**
 * Links that unsubscribe from a workspace's invitations. A token has the workspace, the personal link and the keyed hash of the
 * address, with a signature: a forged one costs no statement, and no address is stored.
 */
export interface Leaving {
  accountId: string;
  linkId: string;
  /** as in `recipientHash` */
  recipient: string;
}

const idBytes = 16;
const recipientBytes = 18;
const signatureBytes = 18;

let keys: Buffer[] | undefined;

/** The first one signs. Tokens of the previous key are still good. */
function leavingKeys(): Buffer[] {
  const { SECRETS_KEY_OLD: old } = env();
  const purpose = "pathform unsubscribe";
  keys ??= [derivedKey(purpose), ...(old ? [derivedKey(purpose, old)] : [])];
  return keys;
}

const sign = (content: Buffer, key: Buffer): Buffer =>
  createHmac("sha256", key).update(content).digest().subarray(0, signatureBytes);

const bytesOf = (id: string): Buffer => Buffer.from(id.replaceAll("-", ""), "hex");
const idOf = (bytes: Buffer): string =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

export function leavingToken({ accountId, linkId, recipient }: Leaving): string {
  const content = Buffer.concat([bytesOf(accountId), bytesOf(linkId), Buffer.from(recipient, "base64url")]);
  return Buffer.concat([content, sign(content, leavingKeys()[0] as Buffer)]).toString("base64url");
}

/** Null for a forged token. */
export function readLeavingToken(token: string): Leaving | null {
  const bytes = Buffer.from(token, "base64url");
  const length = 2 * idBytes + recipientBytes;
  if (bytes.length !== length + signatureBytes) return null;
  const [content, signature] = [bytes.subarray(0, length), bytes.subarray(length)];
  if (!leavingKeys().some((key) => timingSafeEqual(sign(content, key), signature))) return null;
  return {
    accountId: idOf(content.subarray(0, idBytes)),
    linkId: idOf(content.subarray(idBytes, 2 * idBytes)),
    recipient: content.subarray(2 * idBytes).toString("base64url"),
  };
}
