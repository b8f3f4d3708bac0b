import type { Precision } from "../../../../shared/domain/dates.ts";
import { isPattern } from "../../../../shared/domain/questions/pattern.ts";
import { photoTypes } from "../../../../shared/domain/questions/uploads.ts";
import { mediaTypes, smileyOptions, smileys } from "../inputs.ts";
import { limitsAt } from "../precision.ts";
import { defined, list, number, type Raw, record, scalar, text, whole } from "../values.ts";
import { endsOf } from "../wording.ts";
import { type Converted, imagePicker, ranking, surveyChoice } from "./choices.ts";
import { matrix } from "./matrices.ts";
import type { Element, Survey } from "./survey.ts";
import { hasValidator, limits } from "./validators.ts";

type Convert = (survey: Survey, element: Element) => Converted;

/** Questions that become one node, by their type. */
const converters: ReadonlyMap<string, Convert> = new Map<string, Convert>([
  ["text", textInput],
  ["comment", (survey, element) => longText(survey, element)],
  ["editor", (survey, element) => longText(survey, element, "The formatted text became a long text.")],
  ["richedit", (survey, element) => longText(survey, element, "The formatted text became a long text.")],
  ["ckeditor", (survey, element) => longText(survey, element, "The formatted text became a long text.")],
  ["radiogroup", surveyChoice],
  ["buttongroup", surveyChoice],
  ["dropdown", surveyChoice],
  ["select2", surveyChoice],
  ["barrating", surveyChoice],
  ["checkbox", surveyChoice],
  ["tagbox", surveyChoice],
  ["select2-tagbox", surveyChoice],
  ["imagepicker", imagePicker],
  ["ranking", ranking],
  ["sortablelist", ranking],
  ["boolean", yesNo],
  ["rating", rating],
  ["slider", slider],
  ["nouislider", slider],
  ["bootstrapslider", slider],
  ["datepicker", (_, element) => ({ question_type: "date", config: dateLimits(element) })],
  ["bootstrapdatepicker", (_, element) => ({ question_type: "date", config: dateLimits(element) })],
  ["file", (_, element) => files(element)],
  ["signaturepad", signature],
  ["matrix", matrix],
]);

/** Converts a question to the type and config of one node. */
export function surveyQuestion(survey: Survey, element: Element): Converted {
  return (converters.get(text(element.raw.type)) ?? nearest)(survey, element);
}

/** Converts a custom type, such as a widget or a component, to the known type that is most like it. */
function nearest(survey: Survey, element: Element): Converted {
  const { raw, item } = element;
  const type = text(raw.type);
  const became = (what: string, code = "usual_type") =>
    item.changed(code, `The type \`${type.slice(0, 60)}\` isn't known, so the question became ${what}.`);
  if (list(raw.rows).length > 0 && list(raw.columns).length > 1) {
    became("a matrix");
    return matrix(survey, { ...element, raw: { ...raw, type: "matrix" } });
  }
  if (list(raw.choices).length > 0 && !isYesNo(raw)) {
    const isMultiple = /check|multi|tag/i.test(type);
    became(isMultiple ? "a choice of several options" : "a choice");
    return surveyChoice(survey, { ...element, raw: { ...raw, type: isMultiple ? "checkbox" : "radiogroup" } });
  }
  if (list(raw.choices).length > 0 || /^(yes[-_ ]?no|bool|toggle|switch|checkmark)/i.test(type)) {
    became("a yes/no question");
    return yesNo(survey, element);
  }
  const [, inputType = "", what] = inputs.find(([pattern]) => pattern.test(type)) ?? [];
  if (what === undefined) became("a text", "custom_type");
  else became(what);
  return textInput(survey, { ...element, raw: { ...raw, inputType: text(raw.inputType) || inputType } });
}

/** Inputs that the names of custom types mean. */
const inputs: readonly [pattern: RegExp, inputType: string, what: string][] = [
  [/date/i, "date", "a date"],
  [/phone|mobile|^tel$/i, "tel", "a phone number"],
  [/e-?mail/i, "email", "an email address"],
  [/num|integer|decimal|age$/i, "number", "a number"],
  [/name$|^(address|street|city|zip|postal|postcode|ssn)/i, "", "a text"],
];

const yesValues = ["yes", "true", "y", "1"];
const noValues = ["no", "false", "n", "0", "2"];

/** Whether the choices of a custom type are yes and no. */
function isYesNo(raw: Raw): boolean {
  const values = list(raw.choices).map((it) => scalar(record(it).value ?? it).toLowerCase());
  return (
    values.length === 2 && values.some((it) => yesValues.includes(it)) && values.some((it) => noValues.includes(it))
  );
}

/** Types of inputs that are dates. */
const precisions: ReadonlyMap<string, Precision> = new Map([
  ["date", "day"],
  ["datetime", "minute"],
  ["datetime-local", "minute"],
  ["time", "time"],
]);

/** Types of inputs that become a short text, with the pattern of their values. */
const similarInputs: ReadonlyMap<string, string | undefined> = new Map([
  ["month", "[0-9]{4}-(0[1-9]|1[0-2])"],
  ["week", "[0-9]{4}-W[0-5][0-9]"],
  ["url", undefined],
  ["password", undefined],
  ["color", "#[0-9A-Fa-f]{6}"],
]);

export function textInput(survey: Survey, element: Element): Converted {
  const { raw, item } = element;
  const type = text(raw.inputType);
  const mask = text(raw.maskType);
  const maskSettings = record(raw.maskSettings);
  if (mask === "numeric" || mask === "currency") return maskedNumber(survey, element, maskSettings);
  if (mask === "pattern" && text(maskSettings.pattern) !== "") return maskedText(survey, element, maskSettings);
  if (mask !== "" && mask !== "none") item.lostPart("mask", "Input masks aren't supported.");
  if (type === "number" || type === "range") return numberInput(survey, element, type);
  const precision = precisions.get(type);
  if (precision !== undefined) return { question_type: "date", config: dateLimits(element, precision) };
  if (type === "email" || hasValidator(raw, "email")) return { question_type: "email", config: {} };
  if (type === "tel") {
    item.changed("phone", "Phone numbers need a country code, unless you set a default country.");
    return { question_type: "phone", config: {} };
  }
  if (hasValidator(raw, "numeric")) return numberInput(survey, element, type);
  const config = textConfig(survey, element);
  if (!similarInputs.has(type)) return { question_type: "short_text", config };
  item.changed("type", `The ${type} field became a short text.`);
  if (isSet(raw.min) || isSet(raw.max))
    item.lostPart("limit", "Its limits aren't supported. Answers aren't checked by them.");
  return {
    question_type: "short_text",
    config: defined({ ...config, pattern: similarInputs.get(type) ?? config.pattern }),
  };
}

const isSet = (value: unknown): boolean => text(value) !== "";

/** A number that is formatted while it is typed. */
function maskedNumber(survey: Survey, { raw, item, conditions }: Element, { min, max, precision }: Raw): Converted {
  item.changed("mask", "The number isn't formatted while it is typed.");
  const limited = { ...raw, min: raw.min ?? min, max: raw.max ?? max };
  const number = numberInput(survey, { raw: limited, item, conditions }, "number");
  return { ...number, config: defined({ ...number.config, decimals: whole(precision, 0, 20) }) };
}

/** A text whose mask becomes its pattern: `9` is a digit, `a` a letter, and `#` one of both. */
function maskedText(survey: Survey, { raw, item, conditions }: Element, { pattern }: Raw): Converted {
  item.changed("mask", "Answers are checked by the mask, but not formatted while they are typed.");
  const regex = text(pattern).replace(/\\(.)|[\s\S]/g, (one, escaped?: string) => {
    const sign = escaped === undefined ? signs.get(one) : undefined;
    return sign ?? (escaped ?? one).replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
  });
  const converted = textInput(survey, { raw: { ...raw, maskType: "none" }, item, conditions });
  if ("pattern" in converted.config || converted.question_type !== "short_text" || !isPattern(regex)) return converted;
  return { ...converted, config: { ...converted.config, pattern: regex } };
}

const signs: ReadonlyMap<string, string> = new Map([
  ["9", "[0-9]"],
  ["a", "[A-Za-z]"],
  ["#", "[A-Za-z0-9]"],
]);

function longText(survey: Survey, element: Element, change?: string): Converted {
  if (change !== undefined) element.item.changed("type", change);
  return { question_type: "long_text", config: textConfig(survey, element) };
}

function textConfig(survey: Survey, { raw, item }: Element): Raw {
  const rules = limits(raw, "text");
  const ownLength = whole(raw.maxLength, 1, 20_000) ?? survey.maxLength;
  const lengths = [ownLength, ...rules.map((rule) => rule.maxLength)].flatMap((it) => whole(it, 1, 20_000) ?? []);
  const maxLength = lengths.length > 0 ? Math.min(...lengths) : undefined;
  const minimums = rules.flatMap((rule) => whole(rule.minLength, 1, maxLength ?? 20_000) ?? []);
  const minLength = minimums.length > 0 ? Math.max(...minimums) : undefined;
  const placeholder = survey.text(raw.placeholder ?? raw.placeHolder).slice(0, 500) || undefined;
  const patterns = limits(raw, "regex").map((it) => text(it.regex));
  const [pattern] = patterns.filter((it) => isPattern(unanchored(it)));
  if (patterns.length > (pattern === undefined ? 0 : 1))
    item.lostPart(
      "pattern",
      "A regular expression isn't valid RE2 syntax, or isn't the only one. Answers aren't checked by it.",
    );
  return defined({
    max_length: maxLength,
    min_length: minLength,
    placeholder,
    pattern: pattern === undefined ? undefined : unanchored(pattern),
  });
}

/** Patterns match the whole text here, and any part of it there. */
function unanchored(pattern: string): string {
  const start = pattern.startsWith("^") ? "" : ".*";
  const end = pattern.endsWith("$") && !pattern.endsWith("\\$") ? "" : ".*";
  const inner = pattern.slice(start === "" ? 1 : 0, end === "" ? -1 : undefined);
  return start === "" && end === "" ? inner : `${start}(?:${inner})${end}`;
}

function numberInput(survey: Survey, { raw, item }: Element, type: string): Converted {
  const rules = limits(raw, "numeric");
  const lower = [raw.min, ...rules.map(({ minValue }) => minValue)].flatMap((it) => number(it) ?? []);
  const upper = [raw.max, ...rules.map(({ maxValue }) => maxValue)].flatMap((it) => number(it) ?? []);
  const step = number(raw.step);
  // the narrower bound holds
  const min = lower.length > 0 ? Math.max(...lower) : undefined;
  const max = upper.length > 0 ? Math.min(...upper) : undefined;
  if (min !== undefined && max !== undefined && min > max) {
    item.changed("limit", "The minimum is greater than the maximum. Answers have no limits.");
    return { question_type: "number", config: {} };
  }
  const config = defined({ min, max, step: step !== undefined && step > 0 ? step : undefined });
  if (type === "range")
    return { question_type: "number_scale", config: { ...config, min: min ?? 0, max: Math.max(max ?? 100, min ?? 0) } };
  const placeholder = survey.text(raw.placeholder);
  if (placeholder !== "") item.lostPart("placeholder", "Numbers have no placeholder.");
  return { question_type: "number", config };
}

function dateLimits({ raw, item }: Element, precision: Precision = "day"): Raw {
  const limits = limitsAt(precision, [text(raw.min), text(raw.max)], () =>
    item.lostPart("limit", "A limit of the date isn't a date. Answers aren't checked by it."),
  );
  return precision === "day" ? limits : { precision, ...limits };
}

function yesNo(survey: Survey, { raw }: Element): Converted {
  const yesLabel = survey.text(raw.labelTrue) || undefined;
  const noLabel = survey.text(raw.labelFalse) || undefined;
  const values = new Map<string, string>();
  for (const [theirs, ours] of [
    [raw.valueTrue, "yes"],
    [raw.valueFalse, "no"],
  ] as const)
    if (scalar(theirs) !== "") values.set(scalar(theirs), ours);
  if (text(raw.type) !== "boolean")
    for (const [theirs, ours] of [...yesValues.map((it) => [it, "yes"]), ...noValues.map((it) => [it, "no"])])
      if (theirs && ours && !values.has(theirs)) values.set(theirs, ours);
  return { question_type: "yes_no", config: defined({ yes_label: yesLabel, no_label: noLabel }), values };
}

function rating(survey: Survey, element: Element): Converted {
  const { raw, item } = element;
  const rates = list(raw.rateValues ?? raw.rates);
  if (rates.length > 0)
    return surveyChoice(survey, { ...element, raw: { ...raw, choices: rates, type: "radiogroup" } });
  const min = number(raw.rateMin) ?? 1;
  const step = number(raw.rateStep) ?? 1;
  const count = whole(raw.rateCount, 2, 100);
  const max = number(raw.rateMax) ?? (count === undefined ? Math.max(5, min) : min + (count - 1) * step);
  const display = text(raw.rateType) || text(raw.rateDisplayMode);
  const left = survey.text(raw.minRateDescription) || undefined;
  const right = survey.text(raw.maxRateDescription) || undefined;
  const isWhole = Number.isInteger(min) && Number.isInteger(max) && step === 1;
  const more = endsOf({ min, max, left, right });
  if (display === "stars" && isWhole && min === 1 && max >= 3 && max <= 10)
    return { question_type: "star_rating", config: { max }, more };
  if (display === "smileys" && isWhole && max - min >= 1 && max - min < smileys.length)
    return smileysOf(survey, min, max, { left, right });
  if (display === "smileys" || display === "stars")
    item.changed("type", `The rating with ${display} became a scale of numbers.`);
  if (isWhole && max - min >= 4 && max - min <= 10)
    return {
      question_type: "opinion_scale",
      config: defined({ min, max, labels: (left ?? right) ? defined({ left, right }) : undefined }),
    };
  return { question_type: "number_scale", config: { min, max: Math.max(min, max), step: step > 0 ? step : 1 }, more };
}

/** Smileys have no names there, so those in other languages are numbers. */
function smileysOf(
  { form }: Survey,
  min: number,
  max: number,
  { left, right }: { left: string | undefined; right: string | undefined },
): Converted {
  const options = smileyOptions(min, max, (name, at) =>
    at === min && left !== undefined
      ? left
      : at === max && right !== undefined
        ? right
        : /^en\b/.test(form.language)
          ? name
          : String(at),
  );
  return {
    question_type: "emoji_rating",
    config: { options },
    values: new Map(options.map(({ value }) => [value, value])),
  };
}

function slider(_: Survey, { raw, item }: Element): Converted {
  const min = number(raw.min) ?? number(raw.rangeMin) ?? 0;
  const max = number(raw.max) ?? number(raw.rangeMax) ?? 100;
  const step = number(raw.step) ?? 1;
  if (raw.sliderType === "range") item.changed("type", "The range with two ends became a scale with one number.");
  return { question_type: "number_scale", config: { min, max: Math.max(min, max), step: step > 0 ? step : 1 } };
}

const mediaType = /^[a-z0-9][a-z0-9!#$&^_.+-]*\/(\*|[a-z0-9][a-z0-9!#$&^_.+-]*)$/;

function files({ raw, item }: Element): Converted {
  const named = text(raw.acceptedTypes)
    .toLowerCase()
    .split(/[\s,]+/)
    .filter(Boolean);
  const known = named.map((it) => mediaTypes.get(it.replace(/^\./, "")) ?? it).filter((it) => mediaType.test(it));
  if (known.length < named.length) item.lostPart("file_types", "Some accepted file types are unknown.");
  const bytes = number(raw.maxSize);
  const maxSizeMb = bytes !== undefined && bytes > 0 ? Math.min(bytes / 1024 / 1024, 100) : undefined;
  const maxFiles = raw.allowMultiple === true ? (whole(raw.maxFiles, 1, 10) ?? 10) : undefined;
  const accept = known.length > 0 ? [...new Set(known)].slice(0, 50) : undefined;
  const isPhoto = text(raw.sourceType).startsWith("camera");
  const types = isPhoto && accept && photoTypes(accept).length === 0 ? undefined : accept;
  return {
    question_type: "file_upload",
    config: defined({
      input: isPhoto ? "photo" : undefined,
      accept: types,
      max_size_mb: maxSizeMb,
      max_files: maxFiles,
    }),
  };
}

function signature(): Converted {
  return { question_type: "file_upload", config: { input: "draw" } };
}
