import type { QuestionType, Refusal, RefusalReason } from "../../../../shared/domain/questions/question.ts";
import { longDay } from "../longDay.ts";

/** Why an answer was refused, in a respondent's words: what to do, with an example where one helps. */
export interface Refused {
  type: QuestionType;
  /** of the question, its defaults filled in */
  config: Readonly<Record<string, unknown>>;
  refusal: Refusal;
  /** BCP 47: how numbers and days are written */
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
  invalid: ({ message }) => `This answer cannot be taken: it ${message}.`,
  required: ({ type }) => missing[type] ?? "Please answer this question.",
  too_short: ({ count }) => `Please write at least ${counted(count("min_length"), "character")}.`,
  too_long: ({ count }) => `Please write at most ${counted(count("max_length"), "character")}.`,
  pattern: () => "This does not have the form that is asked for. Please check it against the question.",
  email: () => "Please enter one e-mail address, such as name@example.com.",
  domain: ({ list }) =>
    list("allowed_domains").length > 0
      ? `Please enter an address that ends in ${either(list("allowed_domains").map((it) => `@${it}`))}.`
      : "Addresses of this provider are not taken. Please enter another one.",
  phone: () => "Please enter a full phone number, such as +44 20 7946 0958.",
  country: () => "Please enter a phone number of one of the countries in the list.",
  number: () => "Please enter a number without signs between thousands, such as 1250.",
  too_low: ({ number }) => `Please enter ${number("min")} or more.`,
  too_high: ({ number }) => `Please enter ${number("max")} or less.`,
  step: ({ number }) => `Please enter a number in steps of ${number("step")}.`,
  decimals: ({ count }) =>
    count("decimals") === 0
      ? "Please enter a whole number."
      : `Please enter at most ${counted(count("decimals"), "decimal place")}.`,
  date: () => "Please enter a whole date: day, month and year.",
  too_early: ({ day }) => `Please enter ${day()} or a later day.`,
  too_late: ({ day }) => `Please enter ${day()} or an earlier day.`,
  option: () => "Please choose one of the options in the list.",
  other_text: ({ count }) =>
    `Please write your own answer in at most ${counted(count("other_max_length"), "character")}, or choose another one.`,
  exclusive: () => "One of your answers cannot go together with the others. Please give one up.",
  too_few: ({ type, count, list }) =>
    type === "ranking"
      ? count("min_ranked") === list("options").length
        ? "Please give each of them a place."
        : `Please give a place to at least ${count("min_ranked")} of them.`
      : `Please choose at least ${count("min_selections")}.`,
  too_many: ({ type, count }) =>
    type === "file_upload"
      ? `Please keep at most ${counted(count("max_files"), "file")}.`
      : `Please choose at most ${count("max_selections")}.`,
  rows: () => "Please choose an answer in every row.",
};

const missing: Partial<Record<QuestionType, string>> = {
  short_text: "Please write an answer.",
  long_text: "Please write an answer.",
  email: "Please enter your e-mail address, such as name@example.com.",
  phone: "Please enter your phone number, such as +44 20 7946 0958.",
  number: "Please enter a number.",
  date: "Please enter a whole date: day, month and year.",
  multiple_choice: "Please choose an answer.",
  dropdown: "Please choose an answer.",
  yes_no: "Please choose an answer.",
  checkbox: "Please choose at least one answer.",
  picture_choice: "Please choose a picture.",
  ranking: "Please put the answers in order.",
  star_rating: "Please choose how many stars you give.",
  number_scale: "Please choose a number.",
  opinion_scale: "Please choose a number.",
  emoji_rating: "Please choose an answer.",
  matrix: "Please choose an answer in every row.",
  file_upload: "Please add a file.",
};

const counted = (count: number, noun: string) => `${count} ${noun}${count === 1 ? "" : "s"}`;

const either = (items: readonly string[]) =>
  items.length > 5
    ? `${items.slice(0, 5).join(", ")} …`
    : new Intl.ListFormat("en", { type: "disjunction" }).format(items);
