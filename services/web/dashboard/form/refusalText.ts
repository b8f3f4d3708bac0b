import type { CompiledQuestion, Refusal } from "../../../../shared/domain/questions/question.ts";
import type { RefusalReason } from "../../../../shared/domain/reason.ts";
import * as words from "../../strings/en/dashboard/refusals.ts";
import { answerDateText } from "../../ui/dates.ts";

/** Returns why a question doesn't accept an answer that a link would give. */
export function refusalText({ reason, limit }: Refusal, { config, domain }: CompiledQuestion): string {
  if (domain?.family === "date" && domain.precision !== "day") return dateText(domain.precision, reason, limit);
  const text = texts[reason] ?? words.unfit;
  return typeof text === "string" ? text : text(limit ?? (config[limitKeys[reason] ?? ""] as number));
}

/** Returns why a date with a time, or a time, is refused. */
function dateText(precision: "minute" | "time", reason: RefusalReason, limit: Refusal["limit"]): string {
  if (reason === "too_early") return words.tooEarlyTime(answerDateText(String(limit)));
  if (reason === "too_late") return words.tooLateTime(answerDateText(String(limit)));
  return reason === "required" ? words.required : words[precision];
}

/** Limits that a refusal doesn't say. */
const limitKeys: Partial<Record<RefusalReason, string>> = { too_short: "min_length", too_long: "max_length" };

const byNumber = (text: (limit: number) => string) => (limit: number | string) => text(Number(limit));
const byDay = (text: (day: string) => string) => (limit: number | string) => text(answerDateText(String(limit)));

const texts: Partial<Record<RefusalReason, string | ((limit: number | string) => string)>> = {
  required: words.required,
  too_short: byNumber(words.tooShort),
  too_long: byNumber(words.tooLong),
  pattern: words.pattern,
  email: words.email,
  domain: words.domain,
  phone: words.phone,
  country: words.country,
  number: words.number,
  digits: words.digits,
  too_low: byNumber(words.tooLow),
  too_high: byNumber(words.tooHigh),
  step: byNumber(words.step),
  decimals: byNumber(words.decimals),
  date: words.date,
  too_early: byDay(words.tooEarly),
  too_late: byDay(words.tooLate),
  exclusive: words.exclusive,
  too_few: byNumber(words.tooFew),
  too_many: byNumber(words.tooMany),
  rows: words.rows,
};
