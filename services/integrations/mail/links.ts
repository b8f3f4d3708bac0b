import { createHmac, timingSafeEqual } from "node:crypto";
import { emailKey, withoutTag } from "../../../shared/domain/emailKey.ts";
import { uuidBytes, uuidOf } from "../../../shared/platform/ids.ts";
import { derivedKeys } from "../../../shared/platform/secretsKey.ts";
import { tokenBytes } from "../../../shared/platform/signedTokens.ts";
import type { MailAddress, MailRow } from "../store/mails.ts";

/**
 * Links in emails that work without sign-in. A token is the rule's id and a signature over it and the address, so nothing is
 * stored, and a forged token costs one lookup. The current SECRETS_KEY signs, and links of the previous one still work.
 */
export type LinkPurpose = "confirm" | "stop";

/** A confirmation link is valid for 7 days (features §17). */
export const confirmationMs = 7 * 24 * 60 * 60 * 1000;

const idBytes = 16;
const signatureBytes = 18;
const keys = () => derivedKeys("pathform mail links");

let recipientKey: Buffer | undefined;

/** Sets the key of the hashes, which outlasts a change of SECRETS_KEY (store/recipientKey.ts). */
export function useRecipientKey(key: Buffer): void {
  recipientKey = key;
}

/** Returns the key of the hashes for a database that has none. */
export const firstRecipientKey = (): Buffer => keys()[0];

/**
 * Hashes an address for the limits of a day, for recipients that were reached and for people who unsubscribed, so that it is stored
 * nowhere else.
 */
export const recipientHash = (addressKey: string): string =>
  sign(`recipient ${addressKey}`, recipientKey ?? firstRecipientKey()).toString("base64url");

/** Returns the hash of an address, by which the limits of a person are counted. */
export const recipientOf = (address: string): string => recipientHash(withoutTag(emailKey(address)));

export function tokenFor(purpose: LinkPurpose, mailId: string, { address_key, asked_at }: MailAddress): string {
  const [key] = keys();
  return Buffer.concat([uuidBytes(mailId), signature(key, purpose, mailId, address_key, asked_at)]).toString(
    "base64url",
  );
}

/** Returns the id of the rule that a token names, or null if it is malformed. */
export function mailIdIn(token: string): string | null {
  const bytes = tokenBytes(token, idBytes + signatureBytes);
  return bytes && uuidOf(bytes);
}

/** Returns the address of a token, or null if it was forged, or has expired. */
export function addressOf(purpose: LinkPurpose, token: string, mail: MailRow, now: Date): MailAddress | null {
  const given = Buffer.from(token, "base64url").subarray(idBytes);
  const found = mail.addresses.find(({ address_key, asked_at }) =>
    keys().some((key) => timingSafeEqual(given, signature(key, purpose, mail.id, address_key, asked_at))),
  );
  if (!found || purpose === "stop") return found ?? null;
  const age = now.getTime() - new Date(found.asked_at ?? 0).getTime();
  return age < confirmationMs ? found : null;
}

/** A question that is asked again invalidates the link of the first one. */
function signature(
  key: Buffer,
  purpose: LinkPurpose,
  mailId: string,
  addressKey: string,
  askedAt: string | null,
): Buffer {
  const asked = purpose === "confirm" ? ` ${new Date(askedAt ?? 0).getTime()}` : "";
  return sign(`${purpose} ${mailId}${asked} ${addressKey}`, key);
}

const sign = (text: string, key: Buffer): Buffer =>
  createHmac("sha256", key).update(text).digest().subarray(0, signatureBytes);
