import type { SessionListItem } from "../../../../shared/api/shapes/sessions.ts";
import { isObject } from "../../../../shared/domain/json.ts";
import type { CompiledQuestion } from "../../../../shared/domain/questions/question.ts";
import * as words from "../../strings/en/dashboard/responses.ts";
import { answerDateText } from "../../ui/dates.ts";
import { lookOfType } from "../../ui/questionLook.ts";
import type { Tone } from "../../ui/tone.ts";

export type ListedAnswer = NonNullable<SessionListItem["answers"]>[string];

/** Content of a table cell, or null without an answer. */
export type CellContent =
  | { kind: "text"; text: string }
  | { kind: "pills"; items: string[] }
  | { kind: "rating"; text: string; tone: Tone; share: number; max: number };

/** `question`: of the current version, which may not be the answered one. */
export function cellContent(answer: ListedAnswer | undefined, question: CompiledQuestion | null): CellContent | null {
  if (!answer) return null;
  const { value, text } = answer;
  if (Array.isArray(value)) {
    if (question?.uploads) return { kind: "text", text: words.files(value.length) };
    // of records
    if (value.some(isObject)) return { kind: "text", text };
    return { kind: "pills", items: pillsOf(value.map(String), text, question) };
  }
  const domain = question?.domain;
  if (typeof value === "number") return ratingOf(value, text, question) ?? { kind: "text", text };
  if (domain?.family === "one") return { kind: "pills", items: [text] };
  if (domain?.family === "date" && typeof value === "string") return { kind: "text", text: answerDateText(value) };
  return { kind: "text", text };
}

/** Uses the labels of the answered version. If a label contains a semicolon or the text was cut, looks them up again. */
function pillsOf(values: string[], text: string, question: CompiledQuestion | null): string[] {
  const labels = text.split("; ");
  return labels.length === values.length ? labels : values.map((value) => question?.labels.get(value) ?? value);
}

/** Characters that the edges of a pill take. */
const pillEdges = 3;

/** Returns how many pills fit: whole ones, at least one. */
export function fittingPills(items: readonly string[], room: number): number {
  let left = room;
  const at = items.findIndex((item) => {
    left -= item.length + pillEdges;
    return left < 0;
  });
  return at < 0 ? items.length : Math.max(1, at);
}

export const isRating = (type: string): boolean => lookOfType(type).hue === "rating";

export function ratingOf(value: number, text: string, question: CompiledQuestion | null): CellContent | null {
  const domain = question?.domain;
  if (domain?.family !== "num" || !isRating(question?.type ?? "")) return null;
  const { min, max } = domain;
  if (min === null || max === null || max <= min) return null;
  const share = Math.min(1, Math.max(0, (value - min) / (max - min)));
  return { kind: "rating", text, tone: toneOf(share, min === 0 && max === 10), share, max };
}

/** `isNps`: 9 and 10 are promoters, 7 and 8 passives. */
function toneOf(share: number, isNps: boolean): Tone {
  const [good, middle] = isNps ? [0.9, 0.7] : [0.75, 0.5];
  if (share >= good) return "good";
  return share >= middle ? "warning" : "danger";
}
