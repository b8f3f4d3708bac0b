import type { RecordField } from "../../../../shared/domain/questions/config/records.ts";
import type { Scoring } from "../../../../shared/domain/questions/config/scoring.ts";
import { defaults } from "../../../../shared/domain/questions/defaults.ts";
import { configOf } from "../../../../shared/domain/questions/index.ts";
import type { AskedPart, Config, Form } from "../form.ts";
import { isWholeNumber } from "../steps.ts";
import { type FhirPathLanguage, isInteger } from "./language.ts";

export type Item = Record<string, unknown>;

/** The parts of a conversion that questions need (converter.ts). */
export interface Saying {
  readonly form: Form;
  readonly language: Pick<FhirPathLanguage, "optionCode">;
  lose(nodeId: string, reason: string): void;
  /** Returns a text as a member, with its translations beside it. */
  words(
    nodeId: string,
    member: string,
    key: string,
    given: string | undefined,
    change?: (text: string) => string,
  ): Item;
}

/** A question or a field of rows, to be said in a Questionnaire. */
export interface Asked extends AskedPart {
  scoring?: Scoring | undefined;
}

type Say = (asked: Asked, converter: Saying) => Item;

const core = "http://hl7.org/fhir/StructureDefinition/";

/** Items by the type of their question, without linkId, text and conditions. */
export const items: Readonly<Record<string, Say>> = {
  short_text: (asked, converter) => ({ type: "string", ...text(asked, converter) }),
  long_text: (asked, converter) => ({ type: "text", ...text(asked, converter) }),
  email: (asked, converter) => contact(asked, converter, "Its addresses aren't checked."),
  phone: (asked, converter) => contact(asked, converter, "Its numbers aren't checked."),
  number,
  date,
  multiple_choice: choice,
  dropdown: (asked, converter) => withControl(choice(asked, converter), "drop-down"),
  yes_no: yesNo,
  checkbox,
  picture_choice: pictures,
  star_rating: ({ config }) => slider(1, config.max, 1, true),
  number_scale: scale,
  opinion_scale: opinions,
  emoji_rating: emojis,
  file_upload: files,
};

export const extension = (name: string, value: object): Item => ({ url: core + name, ...value });

const withControl = (item: Item, code: string): Item => ({
  ...item,
  extension: [...((item.extension as Item[] | undefined) ?? []), control(code)],
});

export const control = (code: string): Item =>
  extension("questionnaire-itemControl", {
    valueCodeableConcept: { coding: [{ system: "http://hl7.org/fhir/questionnaire-item-control", code }] },
  });

const uniqueness = "Its answers needn't differ from those of other responses.";

function text({ nodeId, key, config }: Asked, converter: Saying): Item {
  const { min_length: min, max_length: max, pattern, placeholder, unique } = config;
  if (unique) converter.lose(nodeId, uniqueness);
  const extensions = [
    ...(min > 0 ? [extension("minLength", { valueInteger: min })] : []),
    ...(pattern === undefined ? [] : [extension("regex", { valueString: pattern })]),
    ...(placeholder ? [extension("entryFormat", { valueString: placeholder })] : []),
  ];
  if (placeholder && converter.form.texts.of(`${key}.placeholder`, placeholder).others.length > 0)
    converter.lose(nodeId, "Its placeholder isn't translated.");
  return { maxLength: max, ...(extensions.length > 0 && { extension: extensions }) };
}

function contact({ nodeId, config }: Asked, converter: Saying, loss: string): Item {
  converter.lose(nodeId, loss);
  if (config.unique) converter.lose(nodeId, uniqueness);
  return { type: "string" };
}

function number({ nodeId, config }: Asked, converter: Saying): Item {
  const { min, max, step, decimals, unit, unique } = config;
  if (unique) converter.lose(nodeId, uniqueness);
  const isWhole = isInteger("number", config);
  if (step !== undefined && !isWholeNumber(config)) converter.lose(nodeId, "Its step isn't checked.");
  const areWhole = [min, max].every((bound) => bound === undefined || Number.isInteger(bound));
  if (isWhole && !areWhole) converter.lose(nodeId, "Its limits aren't whole numbers, so they are rounded.");
  const extensions = [
    ...bounds(
      min === undefined || !isWhole ? min : Math.ceil(min),
      max === undefined || !isWhole ? max : Math.floor(max),
      isWhole,
    ),
    ...(decimals > 0 && !isWhole ? [extension("maxDecimalPlaces", { valueInteger: decimals })] : []),
    ...(unit ? [extension("questionnaire-unit", { valueCoding: { display: unit } })] : []),
  ];
  return { type: isWhole ? "integer" : "decimal", ...(extensions.length > 0 && { extension: extensions }) };
}

const bounds = (min: number | undefined, max: number | undefined, isWhole: boolean): Item[] => {
  const value = (bound: number) => (isWhole ? { valueInteger: bound } : { valueDecimal: bound });
  return [
    ...(min === undefined ? [] : [extension("minValue", value(min))]),
    ...(max === undefined ? [] : [extension("maxValue", value(max))]),
  ];
};

const slider = (min: number, max: number, step: number, isWhole: boolean): Item => ({
  type: isWhole ? "integer" : "decimal",
  extension: [
    ...bounds(min, max, isWhole),
    control("slider"),
    extension(
      "questionnaire-sliderStepValue",
      Number.isInteger(step) ? { valueInteger: step } : { valueDecimal: step },
    ),
  ],
});

function scale({ nodeId, type, config }: Asked, converter: Saying): Item {
  const { min, max, step } = config;
  if (!Number.isInteger(step)) converter.lose(nodeId, "Steps of its slider are whole numbers.");
  return slider(min, max, step, isInteger(type, config));
}

function opinions({ nodeId, config }: Asked, converter: Saying): Item {
  const { min, max, labels = {} } = config;
  if (labels.left || labels.center || labels.right) converter.lose(nodeId, "The labels of its ends aren't shown.");
  return slider(min, max, 1, true);
}

function date({ nodeId, config }: Asked, converter: Saying): Item {
  const { precision, min, max } = config;
  const type = precision === "day" ? "date" : precision === "minute" ? "dateTime" : "time";
  const limits: Item[] = [];
  for (const [name, bound] of [
    ["minValue", min],
    ["maxValue", max],
  ] as const) {
    if (bound === undefined) continue;
    if (typeof bound !== "string") converter.lose(nodeId, "Its limit isn't checked, because it is counted from today.");
    else if (precision === "minute")
      converter.lose(nodeId, "Its limits aren't checked, because times there have a time zone.");
    else limits.push(extension(name, precision === "day" ? { valueDate: bound } : { valueTime: `${bound}:00` }));
  }
  return { type, ...(limits.length > 0 && { extension: limits }) };
}

function choice(asked: Asked, converter: Saying): Item {
  const { nodeId, type, config } = asked;
  if (config.shuffle && config.shuffle !== "none") converter.lose(nodeId, "Its options keep their order.");
  if (config.allow_other && type !== "checkbox") converter.lose(nodeId, "Its other answers can have any length.");
  return { type: config.allow_other ? "open-choice" : "choice", answerOption: optionsOf(asked, converter) };
}

function optionsOf({ nodeId, key, config, scoring }: Asked, converter: Saying): Item[] {
  const options = config.options as Config[];
  if (options.some(({ limit }) => limit !== undefined))
    converter.lose(nodeId, "Its options can be chosen any number of times.");
  if (options.some(({ show_if = null }) => show_if !== null))
    converter.lose(nodeId, "All of its options are offered, because options there have no conditions.");
  if (options.some(({ image_url }) => image_url !== undefined))
    converter.lose(nodeId, "The images of its options aren't shown.");
  const points = scoring?.mode === "options" ? scoring.points : {};
  return options.map(({ value, label, exclusive }) => {
    const weight = Object.hasOwn(points, value) ? points[value] : undefined;
    const extensions = [
      ...(weight === undefined ? [] : [extension("itemWeight", { valueDecimal: weight })]),
      ...(exclusive && config.multiple !== false
        ? [extension("questionnaire-optionExclusive", { valueBoolean: true })]
        : []),
    ];
    return {
      ...(extensions.length > 0 && { extension: extensions }),
      valueCoding: {
        code: converter.language.optionCode(options, value),
        ...converter.words(nodeId, "display", `${key}.options.${value}`, label),
      },
    };
  });
}

function yesNo({ nodeId, config }: Asked, converter: Saying): Item {
  const { yes_label: yes, no_label: no } = defaults.yes_no;
  if (config.yes_label !== yes || config.no_label !== no)
    converter.lose(nodeId, "The labels of yes and no aren't shown.");
  return { type: "boolean" };
}

function checkbox(asked: Asked, converter: Saying): Item {
  const { min_selections: min, max_selections: max, options } = asked.config;
  const isAlone = (options as Config[]).some(({ exclusive }) => exclusive);
  if (isAlone && min > 1) converter.lose(asked.nodeId, "An exclusive option alone is too few.");
  const count = (options as Config[]).length;
  if ((max !== undefined && max > count) || min > count)
    converter.lose(asked.nodeId, "Its number of options isn't checked.");
  const limits = [
    ...(min > 0 ? [extension("questionnaire-minOccurs", { valueInteger: min })] : []),
    ...(max === undefined ? [] : [extension("questionnaire-maxOccurs", { valueInteger: max })]),
  ];
  return { ...choice(asked, converter), repeats: true, ...(limits.length > 0 && { extension: limits }) };
}

function pictures(asked: Asked, converter: Saying): Item {
  return { type: "choice", answerOption: optionsOf(asked, converter), ...(asked.config.multiple && { repeats: true }) };
}

function emojis({ nodeId, key, config, scoring }: Asked, converter: Saying): Item {
  const points = scoring?.mode === "options" ? scoring.points : {};
  const answerOption = (config.options as Config[]).map(({ value, emoji, label }) => {
    const weight = Object.hasOwn(points, value) ? points[value] : undefined;
    const shown = converter.words(nodeId, "display", `${key}.options.${value}`, label, (own) => `${emoji} ${own}`);
    return {
      ...(weight !== undefined && { extension: [extension("itemWeight", { valueDecimal: weight })] }),
      valueCoding: { code: converter.language.optionCode(config.options, value), ...shown },
    };
  });
  return { type: "choice", answerOption };
}

/** files of an attachment that repeats, when it is imported */
const repeatedFiles = 10;

function files({ nodeId, config }: Asked, converter: Saying): Item {
  const { input, max_files: count, max_size_mb: size, accept } = config;
  if (input === "draw") converter.lose(nodeId, "It takes a file, and nothing is drawn.");
  if (input === "photo") converter.lose(nodeId, "It takes a file, and doesn't open the camera.");
  if (count > 1 && count < repeatedFiles) converter.lose(nodeId, `It takes more than ${count} files.`);
  return {
    type: "attachment",
    ...(count > 1 && { repeats: true }),
    extension: [
      extension("maxSize", { valueDecimal: size }),
      ...(accept as string[]).map((type) => extension("mimeType", { valueCode: type })),
    ],
  };
}

/** Returns a field of rows as a question. */
export function askedField(field: RecordField, nodeId: string, key: string): Asked {
  const { question_type: type, is_required: isRequired = false, config = {} } = field;
  const node = { question_type: type, data: { is_required: isRequired, config } };
  return { nodeId, key: `${key}.fields.${field.key}`, type, isRequired, config: configOf(node) };
}
