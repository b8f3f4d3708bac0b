import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { targetOf } from "../expressions/targets.ts";
import { constant, only } from "../expressions/values.ts";
import { mediaTypes, smileyOptions, webAddress } from "../inputs.ts";
import { choiceOf, type Options, optionsOf, valuesOf } from "../options.ts";
import { defined, list, number, type Raw, record, records, text, whole } from "../values.ts";
import { endsOf, fitted } from "../wording.ts";
import { rowName } from "./logic.ts";
import { addMedia, type Block, linkOf, type Part, type Survey, textOf, wordsOf } from "./survey.ts";
import { limitsOf, needsChoice, rulesOf } from "./validation.ts";

/** A question while it is converted. */
interface Current extends Part {
  id: string;
  raw: Raw;
  owner: Block;
}

interface Made {
  question_type: string;
  config: Raw;
  /** addition to its description */
  more?: string;
  /** our values by those of logic */
  values?: ReadonlyMap<string, string>;
}

type Convert = (survey: Survey, current: Current) => void;

const asked =
  (made: (survey: Survey, current: Current) => Made): Convert =>
  (survey, current) =>
    addQuestion(survey, current, made);

/** Converters by the types of Formbricks. */
const types: Readonly<Record<string, Convert>> = {
  openText: asked(textQuestion),
  multipleChoiceSingle: asked(choice),
  multipleChoiceMulti: asked(choice),
  nps: asked((survey, current) => scale(survey, current, 0, 10)),
  rating: asked(rating),
  csat: asked(rating),
  ces: asked(rating),
  consent: asked(consent),
  pictureSelection: asked(pictures),
  date: asked(() => ({ question_type: "date", config: {} })),
  fileUpload: asked(files),
  ranking: asked(ranking),
  matrix: addMatrix,
  cta: addScreen,
  address: (survey, current) => addParts(survey, current, addressParts),
  contactInfo: (survey, current) => addParts(survey, current, contactParts),
  cal: (_, { item }) => item.lost("cal", "Bookings aren't supported."),
  payment: (_, { item }) => item.lost("payment", "Payments aren't supported."),
};

/** Adds the nodes of a question. */
export function addElement(survey: Survey, current: Current): void {
  const { item, raw, id } = current;
  const type = text(raw.type);
  const convert = Object.hasOwn(types, type) ? types[type] : undefined;
  if (convert) convert(survey, current);
  else item.lost("unknown_type", `The type “${type.slice(0, 60)}” isn't known.`);
  if (item.isLost) survey.scope.lose(id, `“${id.slice(0, 60)}” isn't imported`);
}

function addQuestion(survey: Survey, current: Current, convert: (survey: Survey, current: Current) => Made): void {
  const { raw, item, id } = current;
  const words = wordsOf(survey, current, raw);
  const { question_type, config, more, values } = convert(survey, current);
  if (item.isLost) return;
  const description = [words.description, more].filter(Boolean).join("\n\n");
  const data = {
    ...words,
    ...(description && { description: fitted(description, 5000) }),
    ...((raw.required === true || needsChoice(raw)) && { is_required: true }),
    config: { ...config, ...limitsOf(raw, question_type) },
  };
  const node = addNode(survey, current, { id, question_type, data });
  survey.scope.add(id, targetOf(node, values));
}

function addNode(
  survey: Survey,
  current: Current,
  node: { id: string; question_type: string; data: GraphNode["data"] },
) {
  const { item, raw, owner, id } = current;
  const added = survey.form.add(item, node);
  owner.nodes.push(added);
  const rules = node.id === id ? rulesOf(survey, current, raw, node.question_type) : [];
  survey.asked.push({ item, node: added, names: [node.id], shown: [], rules });
  if (node.id === id) addMedia(current, added, text(raw.imageUrl), text(raw.videoUrl));
  return added;
}

function textQuestion(survey: Survey, current: Current): Made {
  const { raw } = current;
  const placeholder = textOf(survey, current, raw.placeholder);
  switch (text(raw.inputType)) {
    case "email":
      return { question_type: "email", config: {} };
    case "phone":
      return { question_type: "phone", config: {} };
    case "number":
      return { question_type: "number", config: {} };
    default: {
      const limit = record(raw.charLimit);
      const length = limit.enabled === true ? limit : {};
      const config = defined({
        placeholder: placeholder === "" ? undefined : fitted(placeholder),
        min_length: whole(length.min, 1, 20_000),
        max_length: whole(length.max, 1, 20_000),
        pattern: text(raw.inputType) === "url" ? webAddress : undefined,
      });
      return { question_type: raw.longAnswer === true ? "long_text" : "short_text", config };
    }
  }
}

/** Returns options with their texts as values, since IDs of Formbricks say nothing. Logic names them by ID. */
function optionsIn(survey: Survey, current: Current, choices: readonly Raw[], isMultiple: boolean): Options {
  const options = optionsOf(
    choices.map((raw, at) => {
      const label = textOf(survey, current, raw.label) || `Option ${at + 1}`;
      return { key: label, label, ...(isMultiple && raw.id === "none" && { exclusive: true }) };
    }),
  );
  return { ...options, values: new Map(choices.map(({ id }, at) => [text(id), options.list[at]?.value ?? ""])) };
}

function choice(survey: Survey, current: Current): Made {
  const { raw, item } = current;
  const isMultiple = raw.type === "multipleChoiceMulti";
  const choices = records(raw.choices);
  const other = choices.find(({ id }) => id === "other");
  const options = optionsIn(
    survey,
    current,
    choices.filter((one) => one !== other),
    isMultiple,
  );
  const otherLabel = other ? textOf(survey, current, other.label) : "";
  if (otherLabel !== "" && !/^other\b.{0,20}$/i.test(otherLabel))
    item.changed(
      "other_label",
      `Its option for another answer is named “Other” instead of “${fitted(otherLabel, 100)}”.`,
    );
  const kind = { isMultiple, isDropdown: raw.displayType === "dropdown", allowsOther: other !== undefined };
  const { question_type, config } = choiceOf(item, options, kind);
  const shuffle = "options" in config ? shuffleOf(current, isMultiple) : {};
  return { question_type, config: { ...config, ...shuffle }, values: options.values };
}

function shuffleOf({ raw, item }: Current, keepsOrder: boolean): Raw {
  const shuffle = text(raw.shuffleOption);
  if (shuffle === "" || shuffle === "none") return {};
  if (!keepsOrder) return { shuffle: shuffle === "all" ? "all" : "except_last" };
  item.lostPart("shuffle", "Its options keep their order.");
  return {};
}

/** Numbers with names of both ends. */
function scale(survey: Survey, current: Current, min: number, max: number): Made {
  const { raw } = current;
  const [left, right] = [raw.lowerLabel, raw.upperLabel].map((it) => textOf(survey, current, it));
  if (max - min < 4)
    return { question_type: "number_scale", config: { min, max, step: 1 }, more: endsOf({ min, max, left, right }) };
  const labels = defined({ left: left || undefined, right: right || undefined });
  const hasLabels = Object.keys(labels).length > 0;
  return { question_type: "opinion_scale", config: { min, max, ...(hasLabels && { labels }) } };
}

function rating(survey: Survey, current: Current): Made {
  const { raw } = current;
  const max = whole(raw.range, 2, 10) ?? 5;
  const kind = text(raw.scale);
  if (kind !== "star" && kind !== "smiley") return scale(survey, current, 1, max);
  const [left = "", right = ""] = [raw.lowerLabel, raw.upperLabel].map((it) => textOf(survey, current, it));
  if (kind === "star" && max >= 3)
    return { question_type: "star_rating", config: { max }, more: endsOf({ min: 1, max, left, right }) };
  const labelOf = (_: string, value: number) => (value === 1 ? left : value === max ? right : "") || String(value);
  const options = smileyOptions(1, max, labelOf);
  return {
    question_type: "emoji_rating",
    config: { options },
    values: new Map(options.map(({ value }) => [value, value])),
  };
}

/** A box to check, which is an option that has to be chosen. */
function consent(survey: Survey, current: Current): Made {
  const label = textOf(survey, current, current.raw.label) || "I agree";
  const options = [{ value: "accepted", label: fitted(label) }];
  return { question_type: "checkbox", config: { options }, values: new Map([["accepted", "accepted"]]) };
}

function pictures(_: Survey, { raw, item }: Current): Made {
  const choices = records(raw.choices);
  const addresses = choices.map(({ imageUrl }) => text(imageUrl));
  const hasImages = addresses.every((url) => url.startsWith("https://") && URL.canParse(url));
  const options = optionsOf(
    choices.map((_choice, at) => {
      const label = `Option ${at + 1}`;
      return { key: label, label, ...(hasImages && { image_url: addresses[at] as string }) };
    }),
  );
  const values = new Map(choices.map(({ id }, at) => [text(id), options.list[at]?.value ?? ""]));
  const isMultiple = raw.allowMulti === true;
  if (hasImages && choices.length > 0) {
    item.changed("picture_label", "Its images are named “Option 1” and so on. Describe them in the builder.");
    const config = { options: options.list, ...(isMultiple && { multiple: true }) };
    return { question_type: "picture_choice", config, values };
  }
  item.lostPart("media", "Its images have no https address.");
  return { ...choiceOf(item, options, { isMultiple }), values };
}

function files(_: Survey, { raw, item }: Current): Made {
  const extensions = list(raw.allowedFileExtensions).map((it) => text(it).toLowerCase());
  const known = extensions.flatMap((it) => mediaTypes.get(it) ?? []);
  if (known.length < extensions.length) item.lostPart("file_types", "Some accepted file types are unknown.");
  const size = number(raw.maxSizeInMB);
  return {
    question_type: "file_upload",
    config: defined({
      max_files: raw.allowMultipleFiles === true ? 10 : undefined,
      max_size_mb: size !== undefined && size > 0 ? Math.min(size, 100) : undefined,
      accept: known.length > 0 ? [...new Set(known)] : undefined,
    }),
  };
}

/** One ranked option is enough there. */
function ranking(survey: Survey, current: Current): Made {
  const { raw, item } = current;
  const choices = records(raw.choices).filter(({ id }) => id !== "other");
  const options = optionsIn(survey, current, choices, false);
  shuffleOf(current, true);
  if (choices.length < list(raw.choices).length)
    item.lostPart("other", "Its option for another answer isn't imported.");
  if (choices.length < 2 || choices.length > 25) item.lost("ranking", "A ranking can have 2 to 25 options.");
  return { question_type: "ranking", config: { options: options.list, min_ranked: 1 } };
}

function addMatrix(survey: Survey, current: Current): void {
  const { raw, item, id } = current;
  const words = wordsOf(survey, current, raw);
  const [rows, columns] = [raw.rows, raw.columns].map((it) => list(it).map((one) => labelled(survey, current, one)));
  if (!rows || !columns || rows.length < 1 || rows.length > 50 || columns.length < 2 || columns.length > 20) {
    item.lost("matrix", "A matrix can have 1–50 rows and 2–20 columns.");
    return;
  }
  shuffleOf(current, true);
  const [keys, taken] = [rows, columns].map((given) => valuesOf(given.map(({ label }) => label))) as [
    string[],
    string[],
  ];
  const keyed = rows.map((row, at) => ({ ...row, key: keys[at] as string }));
  const valued = columns.map((column, at) => ({ ...column, value: taken[at] as string }));
  const config = {
    rows: keyed.map(({ key, label }) => ({ key, label: fitted(label || key) })),
    columns: valued.map(({ value, label }) => ({ value, label: fitted(label || value) })),
    // one answered row is enough there
    ...(raw.required === true && { require_all_rows: false }),
  };
  const data = { ...words, ...(raw.required === true && { is_required: true }), config };
  const node = addNode(survey, current, { id, question_type: "matrix", data });
  survey.scope.add(id, targetOf(node));
  // logic names columns by their index, or by ID
  const values = new Map(
    valued.flatMap(({ ref, value }, at) => [String(at), ref].map((it): [string, string] => [it, value])),
  );
  for (const [at, { ref, key }] of keyed.entries())
    for (const row of new Set([String(at), ref].filter(Boolean)))
      survey.scope.add(rowName(id, row), targetOf(node, values, key));
}

/** Rows and columns are texts in older surveys. */
function labelled(survey: Survey, current: Current, value: unknown): { ref: string; label: string } {
  const raw = record(value);
  const label = textOf(survey, current, "label" in raw ? raw.label : value);
  return { ref: "label" in raw ? text(raw.id) : "", label };
}

/** A screen with a button. Its buttons are answers if logic reads them, and one that opens a page is a link. */
function addScreen(survey: Survey, current: Current): void {
  const { raw, item, id, owner } = current;
  const button = textOf(survey, current, raw.ctaButtonLabel ?? raw.buttonLabel ?? owner.raw.buttonLabel);
  const isExternal = raw.buttonExternal === true;
  const link = isExternal ? linkOf(button || text(raw.buttonUrl), text(raw.buttonUrl)) : "";
  const words = wordsOf(survey, current, raw, link);
  if (isExternal && link === "") item.lostPart("link", "The address that its button opens isn't imported.");
  if (survey.readIds.has(id) && !isExternal) {
    const dismiss = textOf(survey, current, raw.dismissButtonLabel) || "Skip";
    item.changed("buttons", "Logic reads its buttons, so they are the answers of a question.");
    const config = { yes_label: fitted(button || "Next"), no_label: fitted(dismiss) };
    const data = { ...words, ...(raw.required === true && { is_required: true }), config };
    const node = addNode(survey, current, { id, question_type: "yes_no", data });
    survey.scope.add(id, targetOf(node, new Map([["clicked", "yes"]])));
    return;
  }
  const label = isExternal ? textOf(survey, current, owner.raw.buttonLabel) : button;
  const config = { button_text: fitted(label || "Continue") };
  addNode(survey, current, { id, question_type: "welcome_screen", data: { ...words, config } });
  if (survey.readIds.has(id)) survey.scope.lose(id, "clicks on links aren't stored");
  else survey.scope.add(id, constant(""));
}

const addressParts: Readonly<Record<string, string>> = {
  addressLine1: "Address line 1",
  addressLine2: "Address line 2",
  city: "City",
  state: "State",
  zip: "ZIP",
  country: "Country",
};

const contactParts: Readonly<Record<string, string>> = {
  firstName: "First name",
  lastName: "Last name",
  email: "Email",
  phone: "Phone",
  company: "Company",
};

/** A question for each input. All are read together. */
function addParts(survey: Survey, current: Current, parts: Readonly<Record<string, string>>): void {
  const { raw, item, id } = current;
  const { title, description } = wordsOf(survey, current, raw);
  const shown = Object.entries(parts).filter(([key]) => record(raw[key]).show !== false && raw[key] !== undefined);
  if (shown.length === 0) item.lost("parts", "The question shows no input.");
  else
    item.changed(
      text(raw.type) === "address" ? "address" : "contact_info",
      "Its inputs are separate questions on a page.",
    );
  const nodes = shown.map(([key, name], at) => {
    if (at > 0) survey.form.translations.begin();
    const label = textOf(survey, current, record(raw[key]).placeholder) || name;
    const questionType = key === "email" || key === "phone" ? key : "short_text";
    const data = {
      title: fitted(`${title} – ${label}`),
      ...(at === 0 && description !== undefined && { description }),
      ...(record(raw[key]).required === true && { is_required: true }),
      config: {},
    };
    return addNode(survey, current, { id: `${id}_${key}`, question_type: questionType, data });
  });
  const items = nodes.map((node) => ({ kind: "target" as const, target: targetOf(node) }));
  if (items.length > 0) survey.scope.add(id, only({ kind: "list", items }));
}
