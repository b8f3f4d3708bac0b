import type { Item } from "../importedForm.ts";
import { choiceOf, type Options, optionsOf } from "../options.ts";
import { limitsAt } from "../precision.ts";
import { defined, number } from "../values.ts";
import { fitted, plain } from "../wording.ts";
import { choicesOf, type Field, tagsOf } from "./fields.ts";

export interface RedcapQuestion {
  question_type: string;
  config: Record<string, unknown>;
  options?: Options;
  /** our values by theirs, of a question without options */
  values?: ReadonlyMap<string, string>;
  /** texts of a scale that belong into the description */
  labels?: string;
}

/** Converts a field to a question. Returns null for an unknown type. */
export function redcapQuestion(item: Item, field: Field): RedcapQuestion | null {
  switch (field.type) {
    case "text":
      return textOf(item, field);
    case "notes":
      return { question_type: "long_text", config: {} };
    case "radio":
    case "dropdown":
    case "checkbox":
    case "truefalse":
      return choice(item, field);
    case "yesno":
      return { question_type: "yes_no", config: {}, values: yesNo };
    case "slider":
      return slider(field);
    case "file":
      return { question_type: "file_upload", config: field.validation === "signature" ? { input: "draw" } : {} };
    case "descriptive":
      return { question_type: "welcome_screen", config: { button_text: "Continue" } };
    case "sql":
      item.changed("options", "Converted to short text. Its choices come from a database query.");
      return { question_type: "short_text", config: {} };
    default:
      return null;
  }
}

const yesNo: ReadonlyMap<string, string> = new Map([
  ["1", "yes"],
  ["0", "no"],
]);

function choice(item: Item, field: Field): RedcapQuestion {
  const alone = new Set(
    tagsOf(field).flatMap(({ name, value }) =>
      name === "NONEOFTHEABOVE" ? value.split(",").map((it) => it.trim()) : [],
    ),
  );
  const given = choicesOf(field).map(({ key, label }) => {
    const { text, isLossy } = plain(label);
    if (isLossy) item.lostPart("media", "Images in its choices aren't shown.");
    return { key, isCode: true, label: text, exclusive: alone.has(key) };
  });
  const options = optionsOf(given.map(({ exclusive, ...one }) => ({ ...one, ...(exclusive && { exclusive }) })));
  const kind = { isMultiple: field.type === "checkbox", isDropdown: field.type === "dropdown" };
  const converted = choiceOf(item, options, kind);
  return "options" in converted.config ? { ...converted, options } : converted;
}

/** A slider goes from 0 to 100 unless it has limits. */
function slider(field: Field): RedcapQuestion {
  const min = number(field.min) ?? 0;
  const max = Math.max(number(field.max) ?? 100, min);
  const labels = field.choices.split("|").map((it) => fitted(plain(it).text));
  const at = labels.length < 3 ? [min, max] : [min, (min + max) / 2, max];
  const shown = at.flatMap((value, index) => (labels[index] ? [`${value}: ${labels[index]}`] : []));
  return { question_type: "number_scale", config: { min, max }, labels: shown.join("\n") };
}

function textOf(item: Item, field: Field): RedcapQuestion {
  const { validation } = field;
  if (validation === "") return { question_type: "short_text", config: limitOfText(field) };
  if (validation === "email") return { question_type: "email", config: {} };
  if (/^phone/.test(validation))
    return { question_type: "phone", config: { default_country: phoneCountries.get(validation) ?? "US" } };
  if (/^(integer|number)/.test(validation)) return numeric(item, field);
  if (/^(date|time)/.test(validation) && validation !== "time_mm_ss") return dated(item, field);
  const pattern = patterns.get(validation);
  if (pattern !== undefined) return { question_type: "short_text", config: { pattern } };
  item.changed("validation", `Its answers aren't checked as \`${fitted(validation, 60)}\`.`);
  return { question_type: "short_text", config: {} };
}

/** `phone` is a number of North America. */
const phoneCountries: ReadonlyMap<string, string> = new Map([
  ["phone_australia", "AU"],
  ["phone_uk", "GB"],
]);

const patterns: ReadonlyMap<string, string> = new Map([
  ["alpha_only", "[A-Za-z]+"],
  ["zipcode", "[0-9]{5}(-[0-9]{4})?"],
  ["ssn", "[0-9]{3}-[0-9]{2}-[0-9]{4}"],
  ["time_mm_ss", "[0-5][0-9]:[0-5][0-9]"],
]);

/** `@CHARLIMIT=20` */
function limitOfText(field: Field): Record<string, unknown> {
  const limit = number(tagsOf(field).find(({ name }) => name === "CHARLIMIT")?.value);
  return limit !== undefined && Number.isInteger(limit) && limit >= 1 && limit <= 20_000 ? { max_length: limit } : {};
}

function numeric(item: Item, { validation, min, max }: Field): RedcapQuestion {
  const places = /^number_(\d)dp/.exec(validation)?.[1];
  const limit = (text: string) => {
    const found = number(text.replace(",", "."));
    if (text !== "" && found === undefined) noteLimit(item, text);
    return found;
  };
  const decimals = validation === "integer" ? 0 : places === undefined ? undefined : Number(places);
  return { question_type: "number", config: defined({ decimals, min: limit(min), max: limit(max) }) };
}

/** The order of day and month is that of the page here. */
function dated(item: Item, { validation, min, max }: Field): RedcapQuestion {
  const precision = validation.startsWith("datetime") ? "minute" : validation.startsWith("time") ? "time" : "day";
  if (/second|hh_mm_ss/.test(validation)) item.changed("type", "Its time has no seconds.");
  const written = (text: string) => (precision === "minute" ? text.replace(" ", "T") : text);
  const limits =
    precision === "day" && (isToday(min) || isToday(max))
      ? defined({ min: dayLimit(item, min), max: dayLimit(item, max) })
      : limitsAt(precision, [written(min), written(max)], () => noteLimit(item, `${min} – ${max}`));
  return { question_type: "date", config: { ...(precision !== "day" && { precision }), ...limits } };
}

const isToday = (text: string): boolean => /^(today|now)$/i.test(text);

function dayLimit(item: Item, text: string): unknown {
  if (isToday(text)) return { days_from_today: 0 };
  const found = limitsAt("day", [text, ""], () => noteLimit(item, text)) as { min?: string };
  return found.min;
}

const noteLimit = (item: Item, text: string): void =>
  item.lostPart("limit", `Its limit \`${fitted(text, 100)}\` isn't imported.`);
