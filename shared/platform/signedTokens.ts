import { createHmac, timingSafeEqual } from "node:crypto";
import { env } from "./env.ts";
import { derivedKey } from "./secretsKey.ts";

/** Tokens of one purpose: some bytes and an HMAC over them, in base64url. None is stored, and a forged one costs no read. */
export interface SignedTokens {
  write(content: Buffer): string;
  /** Returns the content of a token, or null if it is malformed or forged. */
  read(token: string): Buffer | null;
}

interface Layout {
  contentBytes: number;
  signatureBytes: number;
}

/** `purpose` names the key. The current one signs, and tokens of the previous one are still good. */
export function signedTokens(purpose: string, { contentBytes, signatureBytes }: Layout): SignedTokens {
  let known: readonly Buffer[] | undefined;

  function keys(): readonly Buffer[] {
    const { SECRETS_KEY_OLD: old } = env();
    known ??= [derivedKey(purpose), ...(old ? [derivedKey(purpose, old)] : [])];
    return known;
  }

  const signed = (content: Buffer, key: Buffer): Buffer =>
    createHmac("sha256", key).update(content).digest().subarray(0, signatureBytes);

  return {
    write: (content) => Buffer.concat([content, signed(content, keys()[0] as Buffer)]).toString("base64url"),
    read(token) {
      const bytes = Buffer.from(token, "base64url");
      if (bytes.length !== contentBytes + signatureBytes) return null;
      const [content, signature] = [bytes.subarray(0, contentBytes), bytes.subarray(contentBytes)];
      return keys().some((key) => timingSafeEqual(signed(content, key), signature)) ? content : null;
    },
  };
}
