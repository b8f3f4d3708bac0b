import { longDate, type Precision } from "../../../../shared/domain/dates.ts";
import type { RecordField } from "../../../../shared/domain/questions/config/records.ts";
import { defaults } from "../../../../shared/domain/questions/defaults.ts";
import type { QuestionType, Refusal } from "../../../../shared/domain/questions/question.ts";
import type { RefusalReason } from "../../../../shared/domain/reason.ts";
import { counted, fill, numeral, words, wordsLocale } from "../words.ts";
import { examples } from "./examples.ts";

/** A refused answer. Its text says how to fix it, with an example if one helps. */
export interface Refused {
  type: QuestionType;
  /** of the question, with defaults filled in */
  config: Readonly<Record<string, unknown>>;
  refusal: Refusal;
}

export function problemText({ type, config, refusal }: Refused): string {
  const { reason, at } = refusal;
  // without an entry, the first field that it needs
  const field = (config.fields as RecordField[] | undefined)?.find(({ key, is_required }) =>
    at ? key === at[1] : reason === "required" && is_required,
  );
  if (field) return fieldProblem(field, refusal);
  const bound = (key: string): unknown => refusal.limit ?? config[key];
  if (!(reason in texts)) return said()[reason as Plain];
  return texts[reason as keyof typeof texts]({
    type,
    list: (key) => (config[key] as string[] | undefined) ?? [],
    number: (key) => numeral(Number(bound(key))),
    count: (key) => Number(bound(key)),
    input: String(config.input),
    precision: (config.precision as Precision | undefined) ?? "day",
    day: () => longDate(String(refusal.limit), wordsLocale()),
    message: refusal.message,
  });
}

/** Says why a field of a row is refused, and which. */
function fieldProblem({ question_type: type, title, config }: RecordField, refusal: Refusal): string {
  const problem = problemText({ type, config: { ...defaults[type], ...config }, refusal });
  return fill(said().inRow, { number: numeral(Number(refusal.at?.[0] ?? 0) + 1), field: title, problem });
}

interface Facts {
  type: QuestionType;
  list(key: string): string[];
  number(key: string): string;
  count(key: string): number;
  precision: Precision;
  input: string;
  day(): string;
  message: string;
}

type Problems = typeof words.problems;
const said = (): Problems => words.problems;

/** Reasons that the words say without facts. */
type Plain = "pattern" | "country" | "digits" | "option" | "exclusive" | "rows";

const texts: Record<Exclude<RefusalReason, Plain>, (facts: Facts) => string> = {
  invalid: ({ message, type }) => (type === "file_upload" ? said().draw : fill(said().invalid, { message })),
  required: ({ type, precision, input, number, count }) => {
    if (type === "date") return dateText(precision);
    if (count("min_selections") > 1) return fill(said().tooFew, { min: number("min_selections") });
    // the other answer can be open and empty
    return count("allow_other") ? said().required : missingText(type, input);
  },
  too_short: ({ count }) => counted(said().tooShort, count("min_length")),
  too_long: ({ count }) => counted(said().tooLong, count("max_length")),
  email: () => fill(said().email, { example: examples.email }),
  domain: ({ list }) => domainText(list("allowed_domains").map((domain) => `@${domain}`)),
  phone: () => fill(said().phone, { example: examples.phone }),
  number: () => fill(said().number, { example: numeral(1250, { useGrouping: false }) }),
  too_low: ({ number }) => fill(said().tooLow, { min: number("min") }),
  too_high: ({ number }) => fill(said().tooHigh, { max: number("max") }),
  step: ({ number }) => fill(said().step, { step: number("step") }),
  decimals: ({ count }) => (count("decimals") === 0 ? said().whole : counted(said().decimals, count("decimals"))),
  date: ({ precision }) => dateText(precision),
  too_early: ({ day, precision }) =>
    precision === "day" ? fill(said().tooEarly, { day: day() }) : fill(said().tooEarlyTime, { time: day() }),
  too_late: ({ day, precision }) =>
    precision === "day" ? fill(said().tooLate, { day: day() }) : fill(said().tooLateTime, { time: day() }),
  not_offered: () => said().notOffered,
  not_unique: () => said().notUnique,
  option_full: () => said().optionFull,
  rule: ({ message }) => message,
  other_text: ({ count }) => counted(said().otherText, count("other_max_length")),
  too_few: ({ type, count, number, list }) => {
    if (type === "records") return fill(said().tooFewRows, { min: number("min_rows") });
    if (type !== "ranking") return fill(said().tooFew, { min: number("min_selections") });
    const min = count("min_ranked");
    return min === list("options").length ? said().rankAll : counted(said().rankSome, min);
  },
  too_many: ({ type, count, number }) => {
    if (type === "file_upload") return counted(said().tooManyFiles, count("max_files"));
    if (type === "records") return fill(said().tooManyRows, { max: number("max_rows") });
    return fill(said().tooMany, { max: number("max_selections") });
  },
};

/** The other types lack a choice. */
const missing: Partial<Record<QuestionType, keyof Problems>> = {
  short_text: "enterAnswer",
  long_text: "enterAnswer",
  email: "enterEmail",
  phone: "enterPhone",
  number: "enterNumber",
  date: "enterDate",
  checkbox: "chooseSome",
  picture_choice: "chooseImage",
  ranking: "rank",
  star_rating: "chooseStars",
  number_scale: "chooseNumber",
  opinion_scale: "chooseNumber",
  matrix: "rows",
  file_upload: "addFile",
  records: "addRow",
};

function missingText(type: QuestionType, input: string): string {
  if (input === "draw") return said().draw;
  if (input === "photo") return said().addPhoto;
  const text = said()[missing[type] ?? "choose"] as string;
  return fill(text, { example: type === "phone" ? examples.phone : examples.email });
}

function dateText(precision: Precision): string {
  const { enterDate: day, enterDateTime: minute, enterTime: time } = said();
  return { day, minute, time }[precision];
}

/** Longer lists are cut. */
const domainLimit = 5;

function domainText(domains: readonly string[]): string {
  if (domains.length === 0) return said().blockedDomain;
  const list = new Intl.ListFormat(wordsLocale(), { type: "disjunction" });
  const listed = domains.length > domainLimit ? `${domains.slice(0, domainLimit).join(", ")}, …` : list.format(domains);
  return fill(said().domains, { domains: listed });
}
