import type { Json } from "../../../shared/domain/json.ts";
import { answerTooLarge } from "../../../shared/platform/errors.ts";
import type { ListedSession } from "./list.ts";
import { type Readable, read } from "./read.ts";
import { joinAnswers } from "./table.ts";

/** Answers of a session by node ID. `language`: null for forms without translations. */
export interface StoredAnswers {
  answers: Record<string, Json> | null;
  language: string | null;
}

/** Approximate bytes of answers that one statement reads. A page with more is read in parts. */
const pageBytes = 1024 * 1024;
/** Bytes of an answer's text and node ID, beside its value. */
const textBytes = 200;

/**
 * Returns the answers of a page's sessions by session ID. Throws ANSWER_TOO_LARGE before it reads too many, and the gateway then asks
 * for half of the page: a page of 100 can have 25 MB, which would block the event loop for a second.
 */
export async function readAnswers(
  reader: Readable,
  sessions: readonly ListedSession[],
): Promise<Map<string, StoredAnswers>> {
  const bytes = sessions.reduce((sum, one) => sum + one.answers_bytes + one.answers_count * textBytes, 0);
  if (bytes > pageBytes && sessions.length > 1) throw answerTooLarge();
  const rows = await read<StoredAnswers & { id: string }>(reader, {
    name: "answers-of-page",
    text: `select s.id, s.language, p.answers from sessions.sessions s ${joinAnswers(false)} where s.id = any($1::uuid[])`,
    values: [sessions.map(({ id }) => id)],
  });
  return new Map(rows.map(({ id, ...stored }) => [id, stored]));
}
