import type { MarkupKind } from "../../../../shared/domain/graph/types.ts";
import type { RecordField } from "../../../../shared/domain/questions/config/records.ts";
import { configOf } from "../../../../shared/domain/questions/index.ts";
import type { AskedPart, Config } from "../form.ts";
import { isSimplePattern } from "../patterns.ts";
import { stepOf } from "../steps.ts";
import type { SurveyLanguage } from "./language.ts";

export type Element = Record<string, unknown>;
export type Written = string | Record<string, string>;

/** The parts of a conversion that questions need (converter.ts). */
export interface Saying {
  readonly language: SurveyLanguage;
  lose(nodeId: string, reason: string): void;
  /** Notes how long another answer can be. */
  limitOthers(nodeId: string, limit: number): void;
  text(
    nodeId: string,
    key: string,
    given: string | undefined,
    kind?: MarkupKind,
    change?: (text: string) => string,
  ): Written;
  optionCondition(nodeId: string, condition: unknown, what: string): Element;
}

type Say = (asked: AskedPart, converter: Saying) => Element;

/** Elements by the type of their question, without name, title and conditions. */
export const elements: Readonly<Record<string, Say>> = {
  short_text: (asked, converter) => ({ type: "text", ...textLimits(asked, converter) }),
  long_text: (asked, converter) => ({ type: "comment", ...textLimits(asked, converter) }),
  email,
  phone,
  number,
  date,
  multiple_choice: (asked, converter) => ({ type: "radiogroup", ...choice(asked, converter) }),
  dropdown: (asked, converter) => ({ type: "dropdown", ...choice(asked, converter) }),
  yes_no: yesNo,
  checkbox,
  picture_choice: pictures,
  ranking,
  star_rating: ({ config }) => ({ type: "rating", rateType: "stars", rateMin: 1, rateMax: config.max }),
  number_scale: scale,
  opinion_scale: opinions,
  emoji_rating: emojis,
  matrix,
  file_upload: files,
  records,
};

function textLimits({ nodeId, key, config }: AskedPart, converter: Saying): Element {
  const { min_length, max_length, pattern, placeholder, unique } = config;
  if (unique) converter.lose(nodeId, uniqueness);
  const validators: Element[] = [
    { type: "text", maxLength: max_length, ...(min_length > 0 && { minLength: min_length }) },
  ];
  if (pattern !== undefined && isSimplePattern(pattern)) validators.push({ type: "regex", regex: `^(?:${pattern})$` });
  else if (pattern !== undefined) converter.lose(nodeId, "Its pattern has syntax that SurveyJS reads in another way.");
  return {
    maxLength: max_length,
    validators,
    ...(placeholder && { placeholder: converter.text(nodeId, `${key}.placeholder`, placeholder) }),
  };
}

export const uniqueness = "Its answers needn't differ from those of other responses.";

function email({ nodeId, config }: AskedPart, converter: Saying): Element {
  if (config.unique) converter.lose(nodeId, uniqueness);
  if (config.allowed_domains.length + config.blocked_domains.length > 0)
    converter.lose(nodeId, "Addresses of all domains are accepted.");
  return { type: "text", inputType: "email" };
}

function phone({ nodeId, config }: AskedPart, converter: Saying): Element {
  if (config.unique) converter.lose(nodeId, uniqueness);
  if (config.allowed_countries.length > 0) converter.lose(nodeId, "Numbers of all countries are accepted.");
  if (config.default_country)
    converter.lose(nodeId, "Numbers need a country code, because there is no default country.");
  return { type: "text", inputType: "tel" };
}

function number(asked: AskedPart, converter: Saying): Element {
  const { nodeId, config } = asked;
  const { min, max, unit, unique } = config;
  if (unique) converter.lose(nodeId, uniqueness);
  if (unit) converter.lose(nodeId, `Its unit “${unit}” isn't shown.`);
  const step = stepOf(config);
  if (step === undefined) converter.lose(nodeId, "Its decimal places aren't limited.");
  return {
    type: "text",
    inputType: "number",
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(step && { step }),
  };
}

const inputs: Readonly<Record<string, string>> = { day: "date", minute: "datetime-local", time: "time" };

function date({ nodeId, config }: AskedPart, converter: Saying): Element {
  const { precision, min, max } = config;
  const element: Element = { type: "text", inputType: inputs[precision] };
  for (const [end, bound] of Object.entries({ min, max })) {
    if (bound === undefined) continue;
    if (typeof bound === "string") element[end] = bound;
    else if (precision === "day") element[`${end}ValueExpression`] = `today(${bound.days_from_today})`;
    else converter.lose(nodeId, "Its limit is counted in days from today, which a date with a time can't have.");
  }
  return element;
}

function choice(asked: AskedPart, converter: Saying): Element {
  const { nodeId, config } = asked;
  if (config.shuffle === "except_last") converter.lose(nodeId, "Its options keep their order.");
  const isShuffled = config.shuffle === "all";
  if (config.allow_other) converter.limitOthers(nodeId, config.other_max_length);
  return {
    choices: choicesOf(asked, converter),
    ...(isShuffled && { choicesOrder: "random" }),
    ...(config.allow_other && { showOtherItem: true }),
  };
}

function choicesOf(asked: AskedPart, converter: Saying, hasImages = false): Element[] {
  const { nodeId, key, config } = asked;
  const options = config.options as Config[];
  if (options.some(({ limit }) => limit !== undefined))
    converter.lose(nodeId, "Its options can be chosen any number of times.");
  if (!hasImages && options.some(({ image_url }) => image_url !== undefined))
    converter.lose(nodeId, "The images of its options aren't shown.");
  return options.map(({ value, label, show_if, image_url }) => ({
    value: converter.language.optionName(nodeId, value, options),
    text: converter.text(nodeId, `${key}.options.${value}`, label, "line"),
    ...(hasImages && { imageLink: image_url }),
    ...converter.optionCondition(nodeId, show_if, `The option \`${value}\` is always offered`),
  }));
}

function yesNo({ nodeId, key, config }: AskedPart, converter: Saying): Element {
  return {
    type: "boolean",
    valueTrue: "yes",
    valueFalse: "no",
    labelTrue: converter.text(nodeId, `${key}.yes_label`, config.yes_label),
    labelFalse: converter.text(nodeId, `${key}.no_label`, config.no_label),
  };
}

function checkbox(asked: AskedPart, converter: Saying): Element {
  const { nodeId, config } = asked;
  const { min_selections: min, max_selections: max, options } = config;
  const alone = (options as Config[]).filter(({ exclusive }) => exclusive);
  if (alone.length > 0 && min > 1) converter.lose(nodeId, "An exclusive option alone is too few.");
  if (config.allow_other) converter.limitOthers(nodeId, otherLength);
  return {
    type: "checkbox",
    choices: choicesOf(asked, converter),
    ...(min > 0 && { minSelectedChoices: min }),
    ...(max !== undefined && { maxSelectedChoices: max }),
    ...(config.allow_other && { showOtherItem: true }),
  };
}

/** characters of other text of a checkbox (questions/selection.ts) */
const otherLength = 255;

function pictures(asked: AskedPart, converter: Saying): Element {
  const { nodeId, config } = asked;
  const options = config.options as Config[];
  if (options.some(({ alt, label }) => alt && alt !== label))
    converter.lose(nodeId, "The alternative texts of its images are those of the options.");
  if (options.some(({ image_url }) => !/^https?:/.test(image_url)))
    converter.lose(nodeId, "Its images are only found on this server.");
  return {
    type: "imagepicker",
    showLabel: true,
    ...(config.multiple && { multiSelect: true }),
    choices: choicesOf(asked, converter, true),
  };
}

function ranking(asked: AskedPart, converter: Saying): Element {
  const { options, min_ranked: least } = asked.config;
  const isPartial = least !== undefined && least < options.length;
  return {
    type: "ranking",
    choices: choicesOf(asked, converter),
    ...(isPartial && { selectToRankEnabled: true, minSelectedChoices: least }),
  };
}

/** values of a rating that SurveyJS shows */
const rateLimit = 20;

function scale({ config }: AskedPart): Element {
  const { min, max, step } = config;
  if ((max - min) / step + 1 > rateLimit) return { type: "text", inputType: "range", min, max, step };
  return { type: "rating", rateMin: min, rateMax: max, rateStep: step };
}

function opinions({ nodeId, key, config }: AskedPart, converter: Saying): Element {
  const { min, max, labels = {} } = config;
  if (labels.center) converter.lose(nodeId, "The label of the middle isn't shown.");
  const end = (side: "left" | "right") => converter.text(nodeId, `${key}.labels.${side}`, labels[side]);
  return {
    type: "rating",
    rateMin: min,
    rateMax: max,
    ...(labels.left && { minRateDescription: end("left") }),
    ...(labels.right && { maxRateDescription: end("right") }),
  };
}

function emojis({ nodeId, key, config }: AskedPart, converter: Saying): Element {
  const choices = (config.options as Config[]).map(({ value, emoji, label }) => ({
    value,
    text: converter.text(nodeId, `${key}.options.${value}`, label, "line", (text) => `${emoji} ${text}`),
  }));
  return { type: "radiogroup", choices };
}

function matrix({ nodeId, key, config, isRequired }: AskedPart, converter: Saying): Element {
  const { rows, columns, require_all_rows: areAll } = config;
  if (areAll && !isRequired) converter.lose(nodeId, "It can't be skipped, because all of its rows are required.");
  return {
    type: "matrix",
    columns: (columns as Config[]).map(({ value, label }) => ({
      value: converter.language.optionName(nodeId, value),
      text: converter.text(nodeId, `${key}.columns.${value}`, label, "line"),
    })),
    rows: (rows as Config[]).map(({ key: row, label }) => ({
      value: converter.language.part(nodeId, row),
      text: converter.text(nodeId, `${key}.rows.${row}`, label, "line"),
    })),
    ...(areAll && { isAllRowRequired: true }),
  };
}

function files({ config }: AskedPart): Element {
  const { input, max_files, max_size_mb, accept } = config;
  if (input === "draw") return { type: "signaturepad" };
  return {
    type: "file",
    storeDataAsText: false,
    acceptedTypes: accept.join(","),
    maxSize: Math.round(max_size_mb * 1024 * 1024),
    ...(max_files > 1 && { allowMultiple: true, maxFiles: max_files }),
    ...(input === "photo" && { sourceType: "camera" }),
  };
}

function records({ nodeId, key, config, isRequired }: AskedPart, converter: Saying): Element {
  const { fields, min_rows: min, max_rows: max, add_label: label } = config;
  if (min > 0 && !isRequired) converter.lose(nodeId, "It can't be skipped, because it needs rows.");
  if (min === max) converter.lose(nodeId, "Its rows are a fixed number of entries, which can't be added one by one.");
  return {
    type: "paneldynamic",
    panelCount: 0,
    ...(min > 0 && { minPanelCount: min }),
    maxPanelCount: max,
    ...(label && { panelAddText: converter.text(nodeId, `${key}.add_label`, label) }),
    templateElements: (fields as RecordField[]).map((field) => fieldOf(field, nodeId, key, converter)),
  };
}

function fieldOf(field: RecordField, nodeId: string, key: string, converter: Saying): Element {
  const { question_type: type, title, is_required: isRequired = false, config = {} } = field;
  const own = `${key}.fields.${field.key}`;
  const node = { question_type: type, data: { is_required: isRequired, config } };
  const asked: AskedPart = { nodeId, key: own, type, isRequired, config: configOf(node) };
  return {
    ...elements[type]?.(asked, converter),
    name: converter.language.part(nodeId, field.key),
    title: converter.text(nodeId, own, title, "line"),
    ...(isRequired && { isRequired: true }),
  };
}
