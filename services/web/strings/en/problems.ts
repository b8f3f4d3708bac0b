import type { QuestionType, Refusal, RefusalReason } from "../../../../shared/domain/questions/question.ts";
import { longDay } from "../longDay.ts";

/** A refused answer. Its text says how to fix it, with an example if one helps. */
export interface Refused {
  type: QuestionType;
  /** of the question, with defaults filled in */
  config: Readonly<Record<string, unknown>>;
  refusal: Refusal;
  /** BCP 47, for numbers and dates */
  language: string;
}

export function problemText({ type, config, refusal, language }: Refused): string {
  const bound = (key: string): unknown => refusal.limit ?? config[key];
  return words[refusal.reason]({
    type,
    list: (key) => (config[key] as string[] | undefined) ?? [],
    number: (key) => new Intl.NumberFormat(language, { maximumFractionDigits: 20 }).format(Number(bound(key))),
    count: (key) => Number(bound(key)),
    day: () => longDay(String(refusal.limit), language),
    message: refusal.message,
  });
}

interface Facts {
  type: QuestionType;
  list(key: string): string[];
  number(key: string): string;
  count(key: string): number;
  day(): string;
  message: string;
}

const words: Record<RefusalReason, (facts: Facts) => string> = {
  invalid: ({ message }) => `This answer isn’t valid: it ${message}.`,
  required: ({ type }) => missing[type as AnsweredType] ?? "Answer this question.",
  too_short: ({ count }) => `Enter at least ${counted(count("min_length"), "character")}.`,
  too_long: ({ count }) => `Enter at most ${counted(count("max_length"), "character")}.`,
  pattern: () => "Use the format that the question asks for.",
  email: () => "Enter one email address, such as name@example.com.",
  domain: ({ list }) =>
    list("allowed_domains").length > 0
      ? `Enter an email address that ends in ${either(list("allowed_domains").map((it) => `@${it}`))}.`
      : "Email addresses from this provider aren’t accepted. Enter another one.",
  phone: () => "Enter a full phone number, such as +44 20 7946 0958.",
  country: () => "Enter a phone number from one of the countries in the list.",
  number: () => "Enter a number without thousands separators, such as 1250.",
  too_low: ({ number }) => `Enter ${number("min")} or more.`,
  too_high: ({ number }) => `Enter ${number("max")} or less.`,
  step: ({ number }) => `Enter a number in steps of ${number("step")}.`,
  decimals: ({ count }) =>
    count("decimals") === 0 ? "Enter a whole number." : `Enter at most ${counted(count("decimals"), "decimal place")}.`,
  date: () => "Enter a complete date: day, month and year.",
  too_early: ({ day }) => `Enter ${day()} or a later date.`,
  too_late: ({ day }) => `Enter ${day()} or an earlier date.`,
  not_offered: () => "This option isn’t available. Choose another one.",
  rule: ({ message }) => message,
  option: () => "Choose one of the options in the list.",
  other_text: ({ count }) =>
    `Enter your own answer in at most ${counted(count("other_max_length"), "character")}, or choose an option.`,
  exclusive: () => "One of your choices can’t be combined with the others. Clear it or the others.",
  too_few: ({ type, count, list }) =>
    type === "ranking"
      ? count("min_ranked") === list("options").length
        ? "Rank all options."
        : `Rank at least ${count("min_ranked")} options.`
      : `Choose at least ${count("min_selections")}.`,
  too_many: ({ type, count }) =>
    type === "file_upload"
      ? `Upload at most ${counted(count("max_files"), "file")}.`
      : `Choose at most ${count("max_selections")}.`,
  rows: () => "Choose an answer in every row.",
};

type AnsweredType = Exclude<QuestionType, "welcome_screen" | "end_screen">;

const missing: Record<AnsweredType, string> = {
  short_text: "Enter an answer.",
  long_text: "Enter an answer.",
  email: "Enter your email address, such as name@example.com.",
  phone: "Enter your phone number, such as +44 20 7946 0958.",
  number: "Enter a number.",
  date: "Enter a complete date: day, month and year.",
  multiple_choice: "Choose an answer.",
  dropdown: "Choose an answer.",
  yes_no: "Choose an answer.",
  checkbox: "Choose at least one answer.",
  picture_choice: "Choose an image.",
  ranking: "Rank the options.",
  star_rating: "Choose a number of stars.",
  number_scale: "Choose a number.",
  opinion_scale: "Choose a number.",
  emoji_rating: "Choose an answer.",
  matrix: "Choose an answer in every row.",
  file_upload: "Add a file.",
};

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

const either = (items: readonly string[]) =>
  items.length > 5
    ? `${items.slice(0, 5).join(", ")}, …`
    : new Intl.ListFormat("en", { type: "disjunction" }).format(items);
