import {
  type AnswerLine,
  flat,
  type Group,
  groupHtml,
  type Letter,
  lineHtml,
  lineText,
  marked,
  type Part,
} from "../../domain/mail/letter.ts";
import { brandLook } from "../../domain/mail/letterLook.ts";

/** Bytes of both parts. Encoded for the mail server they are a third larger, 1 MB (features §17). */
const letterLimit = 700_000;

/** Takes paragraphs and answers until the letter is full, without making more. */
export function boundedContent(
  text: Iterable<Part>,
  answers: readonly Group[],
): Pick<Letter, "paragraphs" | "groups" | "isCut"> {
  const room = { bytes: letterLimit };
  const paragraphs: Part[] = [];
  const groups: Letter["groups"] = [];
  const done = (isCut: boolean) => ({ paragraphs, groups, isCut });
  for (const part of text) {
    if (!takes(room, flat([part]), marked([part], brandLook))) return done(true);
    paragraphs.push(part);
  }
  for (const { heading, lines } of answers) {
    const group = { heading, lines: [] as AnswerLine[] };
    if (!takes(room, flat(heading), groupHtml(group, brandLook))) return done(true);
    groups.push(group);
    for (const line of lines) {
      if (!takes(room, lineText(line), lineHtml(line, brandLook))) return done(true);
      group.lines.push(line);
    }
  }
  return done(false);
}

function takes(room: { bytes: number }, ...parts: string[]): boolean {
  const size = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0);
  if (size > room.bytes) return false;
  room.bytes -= size;
  return true;
}
