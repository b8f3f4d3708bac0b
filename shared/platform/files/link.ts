import { createHmac, timingSafeEqual } from "node:crypto";
import type { Json } from "../../domain/graph/types.ts";
import { takesFiles } from "../../domain/questions/index.ts";
import type { SessionDetail } from "../../domain/shapes/sessions.ts";

/**
 * Links to uploaded files that need no sign-in (decisions §5): `?expires&signature`, for seven days. Webhook payloads and
 * CSV exports carry them. Pure: the time and the key come in as arguments.
 */
export const linkSeconds = 7 * 24 * 60 * 60;

/** What `derivedKey` makes the key of these links from. */
export const linkPurpose = "pathform file links";

const pathPattern = /\/api\/v2\/file\/([0-9a-f-]{36})\/$/;

/** The address of a file for whoever has it, until `expires` (Unix seconds). Other addresses stay as they are. */
export function signedFileUrl(url: string, expires: number, key: Buffer): string {
  const id = pathPattern.exec(url)?.[1];
  return id ? `${url}?expires=${expires}&signature=${signatureOf(id, expires, key)}` : url;
}

/** Was this link made by us, and is it still good at `now` (Unix seconds)? */
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

/** Unix seconds. At a full hour: what is written twice within one is written alike. */
const linkExpiry = (now: Date): number => Math.ceil(now.getTime() / 3_600_000) * 3600 + linkSeconds;

/** An answer that is files, with their addresses signed. */
export function withLinks(answer: Json, now: Date, key: Buffer): Json {
  if (!Array.isArray(answer)) return answer;
  const expires = linkExpiry(now);
  return answer.map((url) => (typeof url === "string" ? signedFileUrl(url, expires, key) : url));
}

/** A session as those see it who have no sign-in: its files' addresses are signed. */
export function withFileLinks(session: SessionDetail, now: Date, key: () => Buffer): SessionDetail {
  if (!session.answers.some(isUpload)) return session;
  const answers = session.answers.map((answer) =>
    isUpload(answer) ? { ...answer, answer: withLinks(answer.answer, now, key()) } : answer,
  );
  return { ...session, answers };
}

const isUpload = ({ question_type }: { question_type: string }): boolean => takesFiles(question_type);
