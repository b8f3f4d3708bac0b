import { createHmac, timingSafeEqual } from "node:crypto";
import type { SessionDetail } from "../../api/shapes/sessions.ts";
import type { Json } from "../../domain/graph/types.ts";
import { takesFiles } from "../../domain/questions/index.ts";

/**
 * Signed links to uploaded files for webhook payloads and CSV exports (decisions §5). They have `?expires&signature` and are
 * valid for seven days without sign-in.
 */
export const linkSeconds = 7 * 24 * 60 * 60;

/** Purpose of these links' key, for `derivedKey`. */
export const linkPurpose = "pathform file links";

const pathPattern = /\/api\/v2\/file\/([0-9a-f-]{36})\/$/;

/** Signs a file's URL, valid until `expires` (Unix seconds). Returns other URLs unchanged. */
export function signedFileUrl(url: string, expires: number, key: Buffer): string {
  const id = pathPattern.exec(url)?.[1];
  return id ? `${url}?expires=${expires}&signature=${signatureOf(id, expires, key)}` : url;
}

/** Returns whether a link's signature is valid and it hasn't expired at `now` (Unix seconds). */
export function isValidLink(
  { id, expires, signature }: { id: string; expires: number; signature: string },
  now: number,
  key: Buffer,
): boolean {
  const expected = Buffer.from(signatureOf(id, expires, key));
  const given = Buffer.from(signature);
  return expires >= now && given.length === expected.length && timingSafeEqual(given, expected);
}

const signatureOf = (id: string, expires: number, key: Buffer): string =>
  createHmac("sha256", key).update(`${id} ${expires}`).digest("base64url");

/** Returns Unix seconds, rounded up to the hour, so that links stay the same within an hour. */
const linkExpiry = (now: Date): number => Math.ceil(now.getTime() / 3_600_000) * 3600 + linkSeconds;

/** Returns a file answer with signed URLs. */
export function withLinks(answer: Json, now: Date, key: Buffer): Json {
  if (!Array.isArray(answer)) return answer;
  const expires = linkExpiry(now);
  return answer.map((url) => (typeof url === "string" ? signedFileUrl(url, expires, key) : url));
}

/** Returns a session with signed file URLs, for readers without sign-in. */
export function withFileLinks(session: SessionDetail, now: Date, key: () => Buffer): SessionDetail {
  if (!session.answers.some(isUpload)) return session;
  const answers = session.answers.map((answer) =>
    isUpload(answer) ? { ...answer, answer: withLinks(answer.answer, now, key()) } : answer,
  );
  return { ...session, answers };
}

const isUpload = ({ question_type }: { question_type: string }): boolean => takesFiles(question_type);
