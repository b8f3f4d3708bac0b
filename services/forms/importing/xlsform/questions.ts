import type { NodeData } from "../../../../shared/domain/graph/types.ts";
import type { Item } from "../importedForm.ts";
import { choiceOf, type ImportedOption, optionsOf } from "../options.ts";
import { number } from "../values.ts";
import type { Listed } from "./lists.ts";
import { nameOf, parametersOf } from "./row.ts";
import type { Row } from "./workbook.ts";

/** A question's type and config, with option values by the names of their choices. */
export interface Converted {
  question_type: string;
  config: NonNullable<NodeData["config"]>;
  values: ReadonlyMap<string, string[]>;
  /** choices in the order of `config.options` */
  choices: readonly Row[];
}

const none = { values: new Map<string, string[]>(), choices: [] };
const simple = (questionType: string, config: Converted["config"] = {}): Converted => ({
  question_type: questionType,
  config,
  ...none,
});

interface Question {
  row: Row;
  item: Item;
  type: string;
  allowsOther: boolean;
  listed: Listed;
  label(row: Row): string;
}

/** Converts a question of the survey sheet. Its conditions come later, because they read other questions. */
export function convertQuestion(question: Question): Converted {
  const { row, item, type } = question;
  const appearance = row.cells.get("appearance") ?? "";
  switch (type) {
    case "text":
      return simple(/\bmultiline\b/.test(appearance) ? "long_text" : "short_text");
    case "integer":
      return simple("number", { decimals: 0 });
    case "decimal":
      return simple("number");
    case "range":
      return rangeOf(row, appearance);
    case "date":
      return dateOf(item, appearance);
    case "datetime":
      return simple("date", { precision: "minute" });
    case "time":
      return simple("date", { precision: "time" });
    case "note":
      return simple("welcome_screen", { button_text: "Continue" });
    case "acknowledge":
      return acknowledged;
    case "image":
    case "audio":
    case "video":
    case "file":
      return fileOf(item, type, appearance);
    case "select_one":
    case "select_multiple":
    case "rank":
      return "choices" in question.listed
        ? selectOf(question, question.listed.choices, appearance)
        : textInstead(item, question.listed.code, `Its choices are ${question.listed.problem}`);
    default:
      return textInstead(item, type, `Questions of type ${type} aren't supported`);
  }
}

const acknowledged: Converted = {
  question_type: "checkbox",
  config: { options: [{ value: "OK", label: "OK" }] },
  values: new Map([["OK", ["OK"]]]),
  choices: [],
};

function textInstead(item: Item, code: string, why: string): Converted {
  item.changed(code, `Converted to short text. ${why}.`);
  return simple("short_text");
}

/** Months and years without a day are asked as a whole date. */
function dateOf(item: Item, appearance: string): Converted {
  const part = /\b(month-year|year)\b/.exec(appearance)?.[1];
  if (part)
    item.changed(
      "appearance",
      `Converted to a full date. ${part === "year" ? "Year-only" : "Month-only"} questions aren't supported.`,
    );
  return simple("date");
}

const accepted: Readonly<Record<string, string[]>> = {
  image: ["image/*"],
  audio: ["audio/*"],
  video: ["video/*"],
};

function fileOf(item: Item, type: string, appearance: string): Converted {
  if (type === "image" && /\b(signature|draw)\b/.test(appearance)) return simple("file_upload", { input: "draw" });
  if (/\bannotate\b/.test(appearance))
    item.changed("annotate", "Converted to a file upload. Respondents upload an image instead of drawing on one.");
  if (type === "image" && /\bnew\b/.test(appearance))
    return simple("file_upload", { input: "photo", accept: ["image/*"] });
  return simple("file_upload", accepted[type] ? { accept: accepted[type] } : {});
}

function rangeOf(row: Row, appearance: string): Converted {
  const parameters = parametersOf(row);
  const read = (name: string, otherwise: number) => number(parameters.get(name)) ?? otherwise;
  const [start, end, step] = [read("start", 0), read("end", 10), Math.abs(read("step", 1)) || 1];
  const [min, max] = [Math.min(start, end), Math.max(start, end)];
  const isStars = /\brating\b/.test(appearance) && min === 1 && step === 1 && max >= 3 && max <= 10;
  return isStars ? simple("star_rating", { max }) : simple("number_scale", { min, max, step });
}

function selectOf(
  { row, item, type, allowsOther, label }: Question,
  choices: readonly Row[] | undefined,
  appearance: string,
): Converted {
  const other = allowsOther && choices ? [otherChoice] : [];
  const given = [...(choices ?? []), ...other];
  const options = optionsOf(given.map((choice) => optionOf(choice, item, label)));
  const isShuffled = parametersOf(row).get("randomize") === "true";
  const keepsOrder = () => isShuffled && item.lostPart("shuffle", "Its choices keep their order.");
  if (type === "rank" && given.length >= 2 && given.length <= 100) {
    keepsOrder();
    return withValues({ question_type: "ranking", config: { options: options.list } }, given);
  }
  const chosen = choiceOf(item, options, {
    isMultiple: type !== "select_one",
    isDropdown: /\b(minimal|autocomplete|search|dropdown)\b/.test(appearance),
  });
  if (chosen.question_type === "checkbox") keepsOrder();
  const shuffle = isShuffled && chosen.question_type !== "checkbox";
  const config = { ...chosen.config, ...(shuffle && "options" in chosen.config && { shuffle: "all" }) };
  return "options" in config ? withValues({ ...chosen, config }, given) : simple(chosen.question_type);
}

/** `or_other` adds a choice, and a text question for those who choose it. */
const otherChoice: Row = {
  number: 0,
  cells: new Map([
    ["name", "other"],
    ["label", "Other"],
  ]),
  cut: [],
};

export function optionOf(choice: Row, item: Item, label: (row: Row) => string): ImportedOption {
  const name = nameOf(choice);
  const image = imageOf(choice);
  if (image && !isAddress(image)) item.lostPart("media", `The image “${image}” of “${name}” isn't in the file.`);
  const sounds = [...choice.cells.keys()].filter((column) => /^(media::)?(audio|video)(::|$)/.test(column));
  if (sounds.length > 0) item.lostPart("media", `The media of “${name}” aren't images, so they aren't shown.`);
  return { key: name, isCode: true, label: label(choice) || name, ...(isAddress(image) && { image_url: image }) };
}

export const isAddress = (text: string): boolean => text.startsWith("https://") && URL.canParse(text);

/** Returns the image of a row in any language. */
export function imageOf({ cells }: Row): string {
  for (const [column, text] of cells) if (/^(media::)?(image|big-image)(::|$)/.test(column)) return text;
  return "";
}

function withValues(chosen: Pick<Converted, "question_type" | "config">, choices: readonly Row[]): Converted {
  const options = chosen.config.options as { value: string }[];
  const values = new Map<string, string[]>();
  for (const [at, choice] of choices.entries()) {
    const name = nameOf(choice);
    values.set(name, [...(values.get(name) ?? []), options[at]?.value ?? ""]);
  }
  return { ...chosen, values, choices };
}
