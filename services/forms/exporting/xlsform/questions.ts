import type { MarkupKind } from "../../../../shared/domain/graph/types.ts";
import type { RecordField } from "../../../../shared/domain/questions/config/records.ts";
import { configOf } from "../../../../shared/domain/questions/index.ts";
import { literal } from "../computing.ts";
import type { AskedPart, Config, Form } from "../form.ts";
import { isSimplePattern } from "../patterns.ts";
import { isWholeNumber } from "../steps.ts";
import type { Text } from "../texts.ts";
import { quoted, type XpathLanguage } from "./language.ts";

/** The parts of a conversion that questions need (converter.ts). */
export interface Saying {
  readonly form: Form;
  readonly language: XpathLanguage;
  lose(nodeId: string, reason: string): void;
  said(
    nodeId: string,
    key: string,
    given: string | undefined,
    kind?: MarkupKind,
    change?: (text: string) => string,
  ): Text;
  /** Adds a list of choices, and returns its name. */
  list(asked: Asked, options: readonly Choice[]): string;
  /** Returns the filter of choices whose options have conditions. */
  filterOf(nodeId: string, options: readonly Config[]): Partial<Said>;
}

/** A question or a field of rows, to be said in an XLSForm. */
export interface Asked extends AskedPart {
  /** name of its row */
  name: string;
}

/** Cells of a row by their columns, without name, texts and conditions. `constraints` must all hold. */
export interface Said {
  type: string;
  constraints?: string[];
  [cell: string]: unknown;
}

type Say = (asked: Asked, converter: Saying) => Said;

/** Rows by the type of their question. A matrix and records have several (converter.ts). */
export const rows: Readonly<Record<string, Say>> = {
  short_text: text,
  long_text: (asked, converter) => ({ ...text(asked, converter), appearance: "multiline" }),
  email: (asked, converter) => contact(asked, converter, "Its addresses aren't checked as strictly.", ".+@.+"),
  phone: (asked, converter) => contact(asked, converter, "Its numbers aren't checked by country.", "[+]?[0-9 ()./-]+"),
  number,
  date,
  multiple_choice: (asked, converter) => choice(asked, converter, "select_one"),
  dropdown: (asked, converter) => ({ ...choice(asked, converter, "select_one"), appearance: "minimal" }),
  yes_no: yesNo,
  checkbox,
  picture_choice: pictures,
  ranking,
  star_rating: ({ config }) => ({
    type: "range",
    parameters: `start=1 end=${config.max} step=1`,
    appearance: "rating",
  }),
  number_scale: ({ config }) => ({ type: "range", parameters: scaleOf(config.min, config.max, config.step) }),
  opinion_scale: opinions,
  emoji_rating: emojis,
  file_upload: files,
};

const scaleOf = (min: number, max: number, step: number): string =>
  `start=${literal(min)} end=${literal(max)} step=${literal(step)}`;

function text({ nodeId, config }: Asked, converter: Saying): Said {
  const { min_length: min, max_length: max, pattern, placeholder, unique } = config;
  if (unique) converter.lose(nodeId, uniqueness);
  if (placeholder) converter.lose(nodeId, "Its placeholder isn't shown.");
  const constraints = [...(min > 0 ? [`string-length(.) >= ${min}`] : []), `string-length(.) <= ${max}`];
  if (pattern !== undefined) {
    const regex = isSimplePattern(pattern)
      ? converter.form.losses.attempt(nodeId, patternLoss, () => `regex(., ${quoted(`^(?:${pattern})$`)})`)
      : undefined;
    if (regex !== undefined) constraints.push(regex);
    else if (!isSimplePattern(pattern))
      converter.lose(nodeId, `${patternLoss}: it has syntax that is read in another way.`);
  }
  return { type: "text", constraints };
}

const patternLoss = "Its pattern isn't checked";
const uniqueness = "Its answers needn't differ from those of other responses.";

function contact({ nodeId, config }: Asked, converter: Saying, loss: string, pattern: string): Said {
  converter.lose(nodeId, loss);
  if (config.unique) converter.lose(nodeId, uniqueness);
  return { type: "text", constraints: [`regex(., '^(?:${pattern})$')`] };
}

function number({ nodeId, config }: Asked, converter: Saying): Said {
  const { min, max, step, decimals, unit, unique } = config;
  if (unique) converter.lose(nodeId, uniqueness);
  if (unit) converter.lose(nodeId, `Its unit “${unit}” isn't shown.`);
  const isWhole = decimals === 0 || isWholeNumber(config);
  const constraints = [
    ...(min === undefined ? [] : [`. >= ${literal(min)}`]),
    ...(max === undefined ? [] : [`. <= ${literal(max)}`]),
    ...(decimals > 0 && !isWhole ? [`round(., ${decimals}) = .`] : []),
    ...(step === undefined || isWholeNumber(config) ? [] : [`(. - ${literal(min ?? 0)}) mod ${literal(step)} = 0`]),
  ];
  if (step !== undefined && !isWholeNumber(config) && !isExact(step)) {
    converter.lose(nodeId, "Its step isn't checked, because computers don't compute such fractions exactly.");
    constraints.pop();
  }
  return { type: isWhole ? "integer" : "decimal", constraints };
}

/** Whether multiples of a step have no rounding errors in binary numbers. */
const isExact = (step: number): boolean => Number.isInteger(step * 1024);

const dateTypes: Readonly<Record<string, string>> = { day: "date", minute: "dateTime", time: "time" };

function date({ nodeId, config }: Asked, converter: Saying): Said {
  const { precision, min, max } = config;
  const constraints: string[] = [];
  for (const [sign, bound] of [
    [">=", min],
    ["<=", max],
  ] as const) {
    if (bound === undefined) continue;
    if (precision !== "day") converter.lose(nodeId, "Its limits aren't checked, because times there have a time zone.");
    else
      constraints.push(
        `. ${sign} ${typeof bound === "string" ? `date('${bound}')` : fromToday(bound.days_from_today)}`,
      );
  }
  return { type: dateTypes[precision] ?? "date", constraints };
}

const fromToday = (days: number): string =>
  days === 0 ? "today()" : `today() ${days < 0 ? "-" : "+"} ${Math.abs(days)}`;

function choice(asked: Asked, converter: Saying, select: string): Said {
  const { nodeId, config } = asked;
  if (config.shuffle === "except_last") converter.lose(nodeId, "Its options keep their order.");
  if (config.allow_other) converter.lose(nodeId, "Another answer is asked for by a question of its own.");
  return {
    type: `${select} ${converter.list(asked, optionsOf(asked, converter))}${config.allow_other ? " or_other" : ""}`,
    ...(config.shuffle === "all" && { parameters: "randomize=true" }),
    ...converter.filterOf(nodeId, config.options),
  };
}

/** A choice of a list. */
export interface Choice {
  name: string;
  label: Text;
  image?: string;
}

function optionsOf({ nodeId, key, config }: Asked, converter: Saying, hasImages = false): Choice[] {
  const options = config.options as Config[];
  if (options.some(({ limit }) => limit !== undefined))
    converter.lose(nodeId, "Its options can be chosen any number of times.");
  if (options.some(({ image_url }) => image_url !== undefined) && !hasImages)
    converter.lose(nodeId, "The images of its options aren't shown.");
  return options.map(({ value, label, image_url }) => ({
    name: converter.language.optionName(nodeId, value, options),
    label: converter.said(nodeId, `${key}.options.${value}`, label, "line"),
    ...(hasImages && image_url && { image: image_url }),
  }));
}

function yesNo(asked: Asked, converter: Saying): Said {
  const { nodeId, key, config } = asked;
  const options = ["yes", "no"].map((name) => ({
    name,
    label: converter.said(nodeId, `${key}.${name}_label`, config[`${name}_label`]),
  }));
  return { type: `select_one ${converter.list(asked, options)}` };
}

function checkbox(asked: Asked, converter: Saying): Said {
  const { min_selections: min, max_selections: max, options } = asked.config;
  const alone = (options as Config[]).filter(({ exclusive }) => exclusive);
  if (alone.length > 0 && min > 1) converter.lose(asked.nodeId, "An exclusive option alone is too few.");
  const constraints = [
    ...(min > 0 ? [`count-selected(.) >= ${min}`] : []),
    ...(max === undefined ? [] : [`count-selected(.) <= ${max}`]),
    ...(alone.length > 0
      ? [
          `(not(${alone.map(({ value }) => `selected(., '${converter.language.optionName(asked.nodeId, value, options)}')`).join(" or ")}) or count-selected(.) = 1)`,
        ]
      : []),
  ];
  return { ...choice(asked, converter, "select_multiple"), constraints };
}

function pictures(asked: Asked, converter: Saying): Said {
  converter.lose(asked.nodeId, "Its images are addresses, which some tools need as attached files.");
  const list = converter.list(asked, optionsOf(asked, converter, true));
  return {
    type: `${asked.config.multiple ? "select_multiple" : "select_one"} ${list}`,
    ...converter.filterOf(asked.nodeId, asked.config.options),
  };
}

function ranking(asked: Asked, converter: Saying): Said {
  const { min_ranked: least, options } = asked.config;
  if (least !== undefined && least < options.length) converter.lose(asked.nodeId, "All of its options must be ranked.");
  return {
    type: `rank ${converter.list(asked, optionsOf(asked, converter))}`,
    ...converter.filterOf(asked.nodeId, options),
  };
}

function opinions({ nodeId, config }: Asked, converter: Saying): Said {
  const { min, max, labels = {} } = config;
  if (labels.left || labels.center || labels.right) converter.lose(nodeId, "The labels of its ends aren't shown.");
  return { type: "range", parameters: scaleOf(min, max, 1) };
}

function emojis(asked: Asked, converter: Saying): Said {
  const { nodeId, key, config } = asked;
  const options = (config.options as Config[]).map(({ value, emoji, label }) => ({
    name: converter.language.optionName(nodeId, value),
    label: converter.said(nodeId, `${key}.options.${value}`, label, "line", (own) => `${emoji} ${own}`),
  }));
  return { type: `select_one ${converter.list(asked, options)}` };
}

function files({ nodeId, config }: Asked, converter: Saying): Said {
  const { input, max_files: count, max_size_mb: size, accept } = config;
  if (input === "draw") return { type: "image", appearance: "signature" };
  const [kind] = ["image", "audio", "video"].filter((one) => (accept as string[]).every((type) => type === `${one}/*`));
  if (count > 1) converter.lose(nodeId, "It takes one file.");
  converter.lose(nodeId, `Its files can be larger than ${size} MB.`);
  if (!kind) converter.lose(nodeId, "It takes files of any type.");
  return { type: kind ?? "file", ...(input === "photo" && { appearance: "new" }) };
}

/** Returns a field of rows as a question. */
export function askedField(field: RecordField, nodeId: string, key: string, name: string): Asked {
  const { question_type: type, is_required: isRequired = false, config = {} } = field;
  const node = { question_type: type, data: { is_required: isRequired, config } };
  return { nodeId, key: `${key}.fields.${field.key}`, name, type, isRequired, config: configOf(node) };
}
