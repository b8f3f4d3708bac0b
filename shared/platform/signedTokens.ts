import { createHmac, timingSafeEqual } from "node:crypto";
import { derivedKeys } from "./secretsKey.ts";

/** Tokens of one purpose: some bytes and an HMAC over them, in base64url. None is stored, and a forged one costs no read. */
export interface SignedTokens {
  write(content: Buffer): string;
  /** Returns the content of a token, or null if it is malformed, forged, or altered in any way. */
  read(token: string): Buffer | null;
}

interface Layout {
  contentBytes: number;
  signatureBytes: number;
}

/** Returns the bytes of a token. Null unless it has this many and is written as it was made. */
export function tokenBytes(token: string, length: number): Buffer | null {
  const bytes = Buffer.from(token, "base64url");
  // decoders ignore padding, other characters and the last bits
  return bytes.length === length && bytes.toString("base64url") === token ? bytes : null;
}

/** `purpose` names the key. The current one signs, and tokens of the previous one are still good. */
export function signedTokens(purpose: string, { contentBytes, signatureBytes }: Layout): SignedTokens {
  const keys = () => derivedKeys(purpose);
  const signed = (content: Buffer, key: Buffer): Buffer =>
    createHmac("sha256", key).update(content).digest().subarray(0, signatureBytes);

  return {
    write: (content) => Buffer.concat([content, signed(content, keys()[0])]).toString("base64url"),
    read(token) {
      const bytes = tokenBytes(token, contentBytes + signatureBytes);
      if (!bytes) return null;
      const [content, signature] = [bytes.subarray(0, contentBytes), bytes.subarray(contentBytes)];
      return keys().some((key) => timingSafeEqual(signed(content, key), signature)) ? content : null;
    },
  };
}
