import { isImageAddress } from "../../../../shared/domain/webAddress.ts";
import type { ImportedForm, Item } from "../importedForm.ts";
import { choiceOf, type Options, optionsOf } from "../options.ts";
import { defined, list, number, type Raw, record, records, text, whole } from "../values.ts";
import { fitted } from "../wording.ts";

export interface GoogleQuestion {
  question_type: string;
  config: Record<string, unknown>;
  options?: Options;
  /** texts of a scale that belong into the description */
  labels?: string;
}

/** Converts a question of an item, or returns null for an unknown kind. */
export function googleQuestion(item: Item, question: Raw, form: ImportedForm): GoogleQuestion | null {
  for (const [key, convert] of kinds) {
    if (question[key] !== undefined) return convert(item, record(question[key]), form);
  }
  return null;
}

const kinds: [key: string, convert: (item: Item, raw: Raw, form: ImportedForm) => GoogleQuestion][] = [
  ["choiceQuestion", choice],
  ["textQuestion", (_, raw) => ({ question_type: raw.paragraph === true ? "long_text" : "short_text", config: {} })],
  ["scaleQuestion", scale],
  ["ratingQuestion", rating],
  ["dateQuestion", date],
  ["timeQuestion", time],
  ["fileUploadQuestion", upload],
];

function choice(item: Item, raw: Raw): GoogleQuestion {
  const given = records(raw.options);
  const type = text(raw.type);
  const isMultiple = type === "CHECKBOX";
  const named = given.filter(({ isOther }) => isOther !== true);
  const options = optionsOf(named.map((it) => ({ key: text(it.value), label: text(it.value) })));
  const allowsOther = named.length < given.length;
  const pictures = picturesOf(item, named, allowsOther);
  if (pictures) {
    if (raw.shuffle === true) noteOrder(item);
    for (const [index, option] of options.list.entries())
      Object.assign(option, { image_url: pictures[index], alt: option.label });
    const config = { options: options.list, ...(isMultiple && { multiple: true }) };
    return { question_type: "picture_choice", config, options };
  }
  const converted = choiceOf(item, options, { isMultiple, isDropdown: type === "DROP_DOWN", allowsOther });
  if (raw.shuffle !== true || !("options" in converted.config)) return { ...converted, options };
  if (isMultiple) {
    noteOrder(item);
    return { ...converted, options };
  }
  return { ...converted, config: { ...converted.config, shuffle: "all" }, options };
}

/** Notes a random order that only options of a single choice can have. */
export const noteOrder = (item: Item): void => item.lostPart("shuffle", "Its options and rows keep their order.");

/** Returns the images of the options, or null if these aren't a choice of images. */
function picturesOf(item: Item, given: readonly Raw[], allowsOther: boolean): string[] | null {
  const images = given.map(({ image }) => imageAddress(record(image)));
  if (images.every((it) => it === null)) return null;
  if (allowsOther || images.some((it) => it === null) || given.length > 100) {
    item.lostPart("option_image", "Images of options need one for each option, and no other text.");
    return null;
  }
  item.changed("image_link", "Google's links to images expire. Upload the images in the builder.");
  return images as string[];
}

/** Returns the address of an image, or null. */
export function imageAddress(image: Raw): string | null {
  const found = [text(image.sourceUri), text(image.contentUri)].find(isImageAddress);
  return found !== undefined && found.length <= 2048 ? found : null;
}

function scale(_: Item, raw: Raw): GoogleQuestion {
  const min = number(raw.low) ?? 0;
  const max = Math.max(number(raw.high) ?? 5, min);
  const [left, right] = [fitted(text(raw.lowLabel)), fitted(text(raw.highLabel))];
  const labels = defined({ left: left || undefined, right: right || undefined });
  const hasLabels = Object.keys(labels).length > 0;
  const isWhole = Number.isInteger(min) && Number.isInteger(max);
  if (isWhole && max - min >= 4 && max - min <= 10)
    return { question_type: "opinion_scale", config: { min, max, ...(hasLabels && { labels }) } };
  const ends = [left && `${min}: ${left}`, right && `${max}: ${right}`].filter(Boolean).join("\n");
  return { question_type: "number_scale", config: { min, max }, labels: ends };
}

function rating(item: Item, raw: Raw, form: ImportedForm): GoogleQuestion {
  const level = whole(raw.ratingScaleLevel, 3, 10);
  if (text(raw.iconType) !== "" && raw.iconType !== "STAR")
    form.note("changed", "icon", item.source, "The rating has stars instead of its icons.");
  if (level !== undefined) return { question_type: "star_rating", config: { max: level } };
  item.changed("type", "Converted to a number scale. A star rating can have 3 to 10 stars.");
  return { question_type: "number_scale", config: { min: 1, max: Math.max(number(raw.ratingScaleLevel) ?? 5, 1) } };
}

function date(item: Item, raw: Raw): GoogleQuestion {
  if (raw.includeYear !== false)
    return { question_type: "date", config: raw.includeTime === true ? { precision: "minute" } : {} };
  item.changed("type", "The date without a year became a short text.");
  return { question_type: "short_text", config: {} };
}

function time(item: Item, raw: Raw): GoogleQuestion {
  if (raw.duration !== true) return { question_type: "date", config: { precision: "time" } };
  item.changed("type", "The duration became a short text.");
  return { question_type: "short_text", config: { pattern: "[0-9]{1,2}:[0-5][0-9]:[0-5][0-9]" } };
}

const fileTypes: ReadonlyMap<string, string[]> = new Map([
  ["DOCUMENT", ["application/msword", "application/vnd.openxmlformats-officedocument.wordprocessingml.document"]],
  ["PRESENTATION", ["application/vnd.openxmlformats-officedocument.presentationml.presentation"]],
  ["SPREADSHEET", ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "text/csv"]],
  ["PDF", ["application/pdf"]],
  ["IMAGE", ["image/*"]],
  ["VIDEO", ["video/*"]],
  ["AUDIO", ["audio/*"]],
]);

function upload(_: Item, raw: Raw): GoogleQuestion {
  const types = list(raw.types).map(text);
  const accept = types.flatMap((type) => fileTypes.get(type) ?? []);
  const isLimited = types.length > 0 && types.every((type) => fileTypes.has(type));
  const maxFiles = whole(raw.maxFiles, 1, 10);
  const bytes = number(raw.maxFileSize);
  const maxSizeMb = bytes !== undefined && bytes > 0 ? Math.min(bytes / 1024 / 1024, 100) : undefined;
  return {
    question_type: "file_upload",
    config: defined({
      accept: isLimited ? [...new Set(accept)] : undefined,
      max_files: maxFiles,
      max_size_mb: maxSizeMb,
    }),
  };
}
