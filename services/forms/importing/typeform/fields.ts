import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { type Item, placed } from "../importedForm.ts";
import { webAddress } from "../inputs.ts";
import { choiceOf, type Options, optionsOf, valuesOf } from "../options.ts";
import type { PageBuilder } from "../pageBuilder.ts";
import { defined, number, type Raw, record, records, text, whole } from "../values.ts";
import { endsOf, fitted, withoutMarkdown, worded } from "../wording.ts";
import { type References, refsOf } from "./references.ts";

/** Typeform formats texts with Markdown. */
export const shownText = (value: unknown): string => withoutMarkdown(text(value));

interface Converted {
  question_type: string;
  config: Raw;
  /** addition to its description */
  more?: string;
  values?: ReadonlyMap<string, string>;
}

/** Adds a field that isn't a group. */
export function addQuestion(references: References, field: Raw, source: string, pages: PageBuilder): void {
  const { form } = references;
  const item = form.item(placed(source, text(field.title)));
  const type = text(field.type);
  const loss = lossOf(type);
  if (loss) {
    item.lost(...loss);
    return;
  }
  if (type === "contact_info" || type === "address") {
    addParts(references, field, item, pages);
    return;
  }
  const { question_type, config, values, more } = convertField(field, item);
  const properties = record(field.properties);
  const description = [shownText(properties.description), more].filter(Boolean).join("\n\n");
  const data = {
    ...worded(item, shownText(field.title) || shownText(properties.question), description),
    ...(record(field.validations).required === true && question_type !== "welcome_screen" && { is_required: true }),
    config,
  };
  const node = form.add(item, { id: text(field.ref) || text(field.id), name: text(field.ref), question_type, data });
  references.addField(field, node, item, values ?? new Map());
  addMedia(field, item, node);
}

function lossOf(type: string): [code: string, message: string] | null {
  if (type === "payment") return ["payment", "Payments aren't supported."];
  if (type === "calendly" || type === "google_drive")
    return [type, "Calendly and Google Drive questions aren't supported."];
  return knownTypes.has(type) ? null : ["unknown_type", `The type “${type.slice(0, 60)}” isn't known.`];
}

const knownTypes: ReadonlySet<string> = new Set([
  ..."short_text long_text email phone_number website number date yes_no legal statement dropdown multiple_choice".split(
    " ",
  ),
  ..."picture_choice ranking rating opinion_scale nps matrix file_upload contact_info address video_audio".split(" "),
]);

/** Several questions on a page stand for one with several inputs. */
function addParts(references: References, field: Raw, item: Item, pages: PageBuilder): void {
  const { form } = references;
  const parts = records(record(field.properties).fields);
  item.changed(text(field.type), "Its inputs are separate questions on a page.");
  const isOuter = !pages.isOpen;
  const from = form.nodes.length;
  if (isOuter) pages.start(fitted(shownText(field.title)), shownText(record(field.properties).description));
  for (const part of parts.length > 0 ? parts : [{ title: field.title, type: "short_text" }]) {
    const { question_type, config } = convertField(part, item);
    const isRequired = record(part.validations).required === true;
    const id = text(part.subfield_key) || text(part.ref) || text(part.title);
    const data = { ...worded(item, shownText(part.title) || id), ...(isRequired && { is_required: true }), config };
    const node = form.add(item, { id: `${text(field.ref) || text(field.type)}_${id}`, question_type, data });
    references.addField(part, node, item, new Map());
  }
  if (isOuter) pages.end();
  references.addGroup(field, form.nodes.slice(from));
}

function convertField(field: Raw, item: Item): Converted {
  const properties = record(field.properties);
  const validations = record(field.validations);
  switch (text(field.type)) {
    case "long_text":
      return { question_type: "long_text", config: lengthOf(validations) };
    case "email":
      return { question_type: "email", config: {} };
    case "phone_number":
      return { question_type: "phone", config: countryOf(properties) };
    case "number":
      return {
        question_type: "number",
        config: defined({ min: number(validations.min_value), max: number(validations.max_value) }),
      };
    case "date":
      return { question_type: "date", config: {} };
    case "yes_no":
      return yesNo("Yes", "No");
    case "legal":
      return yesNo("I accept", "I don't accept");
    case "statement":
      return { question_type: "welcome_screen", config: { button_text: text(properties.button_text) || "Continue" } };
    case "dropdown":
    case "multiple_choice":
    case "picture_choice":
    case "ranking":
      return choicesOf(field, item, properties, validations);
    case "rating":
      return ratingOf(item, properties);
    case "opinion_scale":
    case "nps":
      return scaleOf(text(field.type), properties);
    case "matrix":
      return matrixOf(item, properties);
    case "file_upload":
      return { question_type: "file_upload", config: { max_size_mb: 10 } };
    default:
      return textOf(text(field.type), item, validations);
  }
}

function textOf(type: string, item: Item, validations: Raw): Converted {
  if (type === "website")
    return { question_type: "short_text", config: { ...lengthOf(validations), pattern: webAddress } };
  if (type === "video_audio")
    item.changed("video_audio", "Converted to short text. Pathform can't record audio or video.");
  return { question_type: "short_text", config: lengthOf(validations) };
}

const lengthOf = ({ max_length }: Raw): Raw => defined({ max_length: whole(max_length, 1, 20_000) });

const countryOf = ({ default_country_code }: Raw): Raw => {
  const code = text(default_country_code).toUpperCase();
  return /^[A-Z]{2}$/.test(code) ? { default_country: code } : {};
};

/** Logic compares the answer with true and false. */
const yesNo = (yes: string, no: string): Converted => ({
  question_type: "yes_no",
  config: yes === "Yes" ? {} : { yes_label: yes, no_label: no },
  values: new Map([
    ["true", "yes"],
    ["false", "no"],
  ]),
});

function choicesOf(field: Raw, item: Item, properties: Raw, validations: Raw): Converted {
  const type = text(field.type);
  const choices = ordered(records(properties.choices), properties);
  const images = choices.map((choice) => text(record(choice.attachment).href));
  const options = optionsOf(
    choices.map((choice, at) => {
      const label = text(choice.label);
      const image = isAddress(images[at]) ? { image_url: images[at] } : {};
      return {
        key: label || text(choice.ref) || text(choice.id),
        label: withoutMarkdown(label) || `Option ${at + 1}`,
        ...image,
      };
    }),
  );
  const values = new Map(
    choices.flatMap((choice, at) =>
      [...refsOf(choice), text(choice.label)].map((key): [string, string] => [key, options.list[at]?.value ?? ""]),
    ),
  );
  const shuffle = properties.randomize === true ? { shuffle: "all" } : {};
  const isMultiple = properties.allow_multiple_selection === true;
  const keepsOrder = isMultiple || type === "ranking" || type === "picture_choice";
  if (keepsOrder && properties.randomize === true) item.lostPart("shuffle", "Its options keep their order.");
  if (type === "ranking" && choices.length >= 2)
    return { question_type: "ranking", config: { options: options.list }, values };
  const hasImages = choices.length > 0 && images.every((image) => isAddress(image));
  if (type === "picture_choice" && hasImages && properties.allow_other_choice !== true)
    return {
      question_type: "picture_choice",
      config: { options: options.list, ...(isMultiple && { multiple: true }) },
      values,
    };
  if (type === "picture_choice" && !hasImages) item.lostPart("media", "Its images have no https address.");
  const chosen = choiceOf(item, options, {
    isMultiple,
    isDropdown: type === "dropdown",
    allowsOther: properties.allow_other_choice === true,
  });
  const selections = isMultiple ? selectionsOf(validations, options) : {};
  const isChoice = "options" in chosen.config;
  const config = { ...chosen.config, ...(isChoice && { ...selections, ...(isMultiple ? {} : shuffle) }) };
  return isChoice ? { question_type: chosen.question_type, config, values } : { ...chosen };
}

/** Returns the choices in the order that respondents see. */
const ordered = (choices: Raw[], { alphabetical_order }: Raw): Raw[] =>
  alphabetical_order === true ? choices.toSorted((a, b) => text(a.label).localeCompare(text(b.label))) : choices;

const selectionsOf = ({ min_selection, max_selection }: Raw, { list: options }: Options): Raw =>
  defined({
    min_selections: whole(min_selection, 0, options.length),
    max_selections: whole(max_selection, 1, options.length),
  });

export const isAddress = (address: string | undefined): boolean =>
  address?.startsWith("https://") === true && URL.canParse(address);

/** Stars from 3 to 10, a scale for fewer. */
function ratingOf(item: Item, { steps, shape }: Raw): Converted {
  if (text(shape) !== "" && shape !== "star") item.changed("icon", "The rating has stars instead of its icons.");
  const max = whole(steps, 1, 10) ?? 5;
  if (max >= 3) return { question_type: "star_rating", config: { max } };
  item.changed("rating", "Converted to a number scale. Star ratings need at least 3 stars.");
  return { question_type: "number_scale", config: { min: 1, max, step: 1 } };
}

function scaleOf(type: string, properties: Raw): Converted {
  const steps = type === "nps" ? 11 : (whole(properties.steps, 1, 11) ?? 11);
  const min = type !== "nps" && properties.start_at_one === true ? 1 : 0;
  const max = min + steps - 1;
  const { left, center, right } = record(properties.labels);
  const labels = defined({
    left: text(left) || undefined,
    center: text(center) || undefined,
    right: text(right) || undefined,
  });
  const hasLabels = Object.keys(labels).length > 0;
  if (steps >= 5) return { question_type: "opinion_scale", config: { min, max, ...(hasLabels && { labels }) } };
  return {
    question_type: "number_scale",
    config: { min, max: Math.max(max, min + 1), step: 1 },
    more: endsOf({ min, max, left: text(left), right: text(right) }),
  };
}

/** Rows are fields with the same choices. */
function matrixOf(item: Item, properties: Raw): Converted {
  const rows = records(properties.fields);
  const [first = {}] = rows;
  const choices = records(record(first.properties).choices);
  const isMultiple = rows.some((row) => record(row.properties).allow_multiple_selection === true);
  if (rows.length < 1 || rows.length > 50 || choices.length < 2 || choices.length > 20) {
    item.changed("matrix", "Converted to long text. A matrix can have 1–50 rows and 2–20 columns.");
    return { question_type: "long_text", config: {} };
  }
  if (isMultiple) item.changed("matrix", "Each row takes one answer instead of several.");
  const keys = valuesOf(rows.map((row) => text(row.ref) || text(row.title)));
  const values = valuesOf(choices.map(({ label }) => text(label)));
  return {
    question_type: "matrix",
    config: {
      rows: rows.map((row, at) => ({
        key: keys[at] as string,
        label: fitted(shownText(row.title) || "Row"),
      })),
      columns: choices.map(({ label }, at) => ({
        value: values[at] as string,
        label: fitted(text(label) || "Column"),
      })),
    },
  };
}

/** Images of the field or beside it. Videos are lost. */
export function addMedia(field: Raw, item: Item, node: GraphNode): void {
  const attachments = [record(field.attachment), record(record(field.layout).attachment)].filter(
    ({ href }) => text(href) !== "",
  );
  for (const { type, href, properties } of attachments) {
    const isImage = text(type) === "image" && isAddress(text(href));
    if (isImage && !node.data.image)
      node.data.image = { url: text(href), alt: fitted(text(record(properties).description)) };
    else if (!isImage) item.lostPart("media", `“${text(href).slice(0, 200)}” isn't an image with an https address.`);
  }
}
