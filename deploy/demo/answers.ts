import { type CountryCode, getExampleNumber } from "libphonenumber-js";
import examples from "libphonenumber-js/mobile/examples";
import { dayIn, dayMs, type Precision, utcDay } from "../../shared/domain/dates.ts";
import type { Json } from "../../shared/domain/graph/types.ts";
import type { QuestionType } from "../../shared/domain/questions/question.ts";
import type { Chance } from "./chance.ts";

/**
 * Creates a plausible answer from a node's public config (decisions §4.1), like any other client. Null skips the question.
 */
export type Plausible = (config: Config, chance: Chance) => Json;

interface Choice {
  value: string;
  exclusive?: boolean;
}
type Day = string | { days_from_today: number };

/** A field of records. */
interface Field {
  key: string;
  question_type: string;
  config?: Config;
}

/** Keys of `data.config` that affect answers, for all types. */
export interface Config {
  options?: Choice[];
  allow_other?: boolean;
  multiple?: boolean;
  min_selections?: number;
  max_selections?: number;
  precision?: Precision;
  min?: number | Day;
  max?: number | Day;
  step?: number;
  fields?: Field[];
  min_rows?: number;
  max_rows?: number;
  min_length?: number;
  max_length?: number;
  pattern?: string;
  allowed_domains?: string[];
  blocked_domains?: string[];
  default_country?: CountryCode;
  allowed_countries?: CountryCode[];
  rows?: { key: string }[];
  columns?: { value: string }[];
}

const none: Plausible = () => null;

export const plausibleAnswers = {
  welcome_screen: none,
  end_screen: none,
  short_text: (config, chance) => text(chance.pick(words), { max_length: 255, ...config }),
  long_text: (config, chance) => text(sentences(chance), { max_length: 5000, ...config }),
  email: ({ allowed_domains = [], blocked_domains = [] }, chance) => {
    const domains = allowed_domains.length > 0 ? allowed_domains : ["example.org", "example.net", "example.com"];
    const domain = chance.pick(domains.filter((name) => !blocked_domains.includes(name)));
    return domain ? `${chance.pick(words).toLowerCase()}.${chance.integer(1, 9999)}@${domain}` : null;
  },
  phone: ({ allowed_countries = [], default_country = "GB" }, chance) =>
    getExampleNumber(chance.pick(allowed_countries) ?? default_country, examples)?.number ?? null,
  number: numberOf,
  date: (config, chance) => {
    const { precision = "day" } = config;
    if (precision === "time") return timeOf(chance, config);
    const day = dayOf(config, chance);
    return precision === "day" ? day : within(`${day}T${timeOf(chance)}`, config);
  },
  multiple_choice: oneOf,
  dropdown: oneOf,
  yes_no: (_config, chance) => chance.pick(["yes", "no"]),
  checkbox: someOf,
  picture_choice: (config, chance) =>
    config.multiple ? someOf(config, chance) : chance.shuffled(values(config)).slice(0, 1),
  ranking: (config, chance) => chance.shuffled(values(config)),
  star_rating: (config, chance) => scale({ min: 1, max: 5, ...config }, chance),
  number_scale: (config, chance) => scale({ min: 1, max: 10, ...config }, chance),
  opinion_scale: (config, chance) => scale({ min: 0, max: 10, ...config }, chance),
  emoji_rating: (config, chance) =>
    oneOf({ options: ["terrible", "bad", "okay", "good", "great"].map((value) => ({ value })), ...config }, chance),
  matrix: ({ rows = [], columns = [] }, chance) =>
    Object.fromEntries(rows.map(({ key }) => [key, columns[chance.leaning(columns.length)]?.value ?? ""])),
  // uploads are optional in the samples
  file_upload: none,
  records: ({ fields = [], min_rows = 0, max_rows = 10 }, chance) => {
    const count = chance.integer(Math.min(Math.max(min_rows, 1), max_rows), Math.min(Math.max(min_rows, 3), max_rows));
    return Array.from({ length: count }, () => rowOf(fields, chance));
  },
} satisfies Record<QuestionType, Plausible>;

/** Returns a row with a value in each field that can have one. */
function rowOf(fields: Field[], chance: Chance): Json {
  const plausible: Partial<Record<string, Plausible>> = plausibleAnswers;
  const row = fields.map(({ key, question_type, config = {} }) => [
    key,
    plausible[question_type]?.(config, chance) ?? null,
  ]);
  return Object.fromEntries(row.filter(([, value]) => value !== null));
}

const words = ["Ada", "Grace", "Alan", "Barbara", "Edsger", "Margaret", "Donald", "Radia", "Ken", "Hedy"] as const;
const remarks = [
  "Overall, a great experience.",
  "I had to wait longer than expected.",
  "The staff were friendly and helpful.",
  "I'd like more options to choose from.",
  "No complaints, everything worked well.",
  "Very easy to use. Keep it simple.",
  "It's a little expensive for what you get.",
  "It took me a while to find the settings.",
] as const;

const sentences = (chance: Chance) => chance.shuffled(remarks).slice(0, chance.integer(1, 3)).join(" ");
const values = ({ options = [] }: Config) => options.map(({ value }) => value);

/** Fits a text to its length limits, in code points. Null if it doesn't match the pattern. */
function text(draft: string, { min_length = 0, max_length = 255, pattern }: Config): string | null {
  const fitting = [...draft.padEnd(min_length, ".")].slice(0, max_length).join("");
  return pattern === undefined || new RegExp(`^(?:${pattern})$`, "u").test(fitting) ? fitting : null;
}

/** Returns a number on the step grid from `min`, or an integer without a step. */
function numberOf({ min, max, step }: Config, chance: Chance): number {
  const low = typeof min === "number" ? min : Math.min(0, typeof max === "number" ? max - 100 : 0);
  const high = typeof max === "number" ? max : low + 100;
  const base = step !== undefined && typeof min === "number" ? min : 0;
  const size = step ?? 1;
  const steps = chance.integer(Math.ceil((low - base) / size), Math.floor((high - base) / size));
  // 0.1 * 3 is 0.30000000000000004, which isn't a multiple of 0.1 in decimal arithmetic
  return Number((base + steps * size).toFixed(10));
}

function scale({ min, max, step = 1 }: Config, chance: Chance): number {
  const [low, high] = [Number(min), Number(max)];
  return Number((low + chance.leaning(Math.floor((high - low) / step) + 1) * step).toFixed(10));
}

function oneOf(config: Config, chance: Chance): string | null {
  if (config.allow_other && chance.happens(0.1)) return "Something else";
  return values(config)[chance.leaning(values(config).length)] ?? null;
}

/** Selects either an exclusive option or a few of the others. */
function someOf(config: Config, chance: Chance): string[] {
  const { options = [], min_selections = 0, max_selections = options.length } = config;
  const exclusive = chance.pick(options.filter((option) => option.exclusive));
  const others = options.filter((option) => !option.exclusive).map(({ value }) => value);
  if (exclusive && (others.length === 0 || (min_selections <= 1 && chance.happens(0.15)))) return [exclusive.value];
  const most = Math.min(max_selections, others.length);
  return chance.shuffled(others).slice(0, chance.integer(Math.min(Math.max(1, min_selections), most), most));
}

function dayOf({ min, max }: Config, chance: Chance): string {
  const last = max === undefined ? dayNumber(min, 0) + (min === undefined ? 0 : 365) : dayNumber(max, 0);
  return isoDay(chance.integer(dayNumber(min, last - 365), last));
}

/** Returns a quarter of an hour between limits, by default of a working day. */
function timeOf(chance: Chance, limits: Config = {}): string {
  const [hour, quarter] = [chance.integer(8, 17), chance.integer(0, 3) * 15];
  return within(`${String(hour).padStart(2, "0")}:${String(quarter).padStart(2, "0")}`, limits);
}

/** Returns the nearest value within limits that are texts, too. */
function within(value: string, { min, max }: Config): string {
  if (typeof min === "string" && value < min) return min;
  return typeof max === "string" && value > max ? max : value;
}

const isoDay = (day: number) => utcDay(day * dayMs);

/** Returns a date limit in UTC days since 1970, or `absent` if there is none. */
function dayNumber(bound: number | Day | undefined, absent: number): number {
  const today = Math.floor(Date.now() / dayMs);
  if (bound === undefined) return absent === 0 ? today : absent;
  return typeof bound === "object"
    ? today + bound.days_from_today
    : Math.floor(Date.parse(dayIn(String(bound))) / dayMs);
}
