import { uuidBytes, uuidOf } from "./ids.ts";
import { signedTokens } from "./signedTokens.ts";

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

const tokens = signedTokens("resume", { contentBytes: idBytes + timeBytes, signatureBytes: 18 });

export function resumeToken({ sessionId, askedAt }: ResumeToken): string {
  const time = Buffer.alloc(timeBytes);
  time.writeUIntBE(askedAt, 0, timeBytes);
  return tokens.write(Buffer.concat([uuidBytes(sessionId), time]));
}

/** Returns what a token names, or null if it is malformed or forged. */
export function readResumeToken(token: string): ResumeToken | null {
  const named = tokens.read(token);
  return named && { sessionId: uuidOf(named), askedAt: named.readUIntBE(idBytes, timeBytes) };
}
