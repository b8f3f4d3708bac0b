import type { GraphNode, Json } from "../../../../shared/domain/graph/types.ts";
import { isObject } from "../../../../shared/domain/json.ts";
import { isImageAddress } from "../../../../shared/domain/webAddress.ts";
import { countriesIn, ownCountries } from "../countries.ts";
import { conditionOf } from "../expressions/evaluate.ts";
import { attempt } from "../expressions/guards.ts";
import { call, nameTerm, type Term, valueTerm } from "../expressions/terms.ts";
import { all } from "../expressions/truth.ts";
import type { Item } from "../importedForm.ts";
import { choiceOf, type ImportedOption, keepOptions, type Options, optionsOf } from "../options.ts";
import { defined, list, number, type Raw, record, scalar, text, whole } from "../values.ts";
import { fitted } from "../wording.ts";
import { parseExpression, replaced } from "./expressions.ts";
import { type Element, isOpen, otherKey, type Pending, type Survey } from "./survey.ts";

/** A converted question: its type, its config, and our values by theirs. */
export interface Converted {
  question_type: string;
  config: Record<string, unknown>;
  /** addition to its description */
  more?: string | undefined;
  values?: ReadonlyMap<string, string>;
  /** registers names of its parts */
  register?: (node: GraphNode) => void;
  /** options that can have conditions */
  options?: Options;
  /** Returns a matrix's default, or null if it has another row or column. */
  cellsOf?: (given: unknown) => Json;
}

const multipleTypes = new Set(["checkbox", "tagbox", "select2-tagbox"]);
const openTypes = new Set(["dropdown", "tagbox", "select2", "select2-tagbox", "barrating"]);

/** Converts radiogroup, buttongroup, dropdown, checkbox, tagbox and the like. */
export function surveyChoice(survey: Survey, element: Element): Converted {
  const { raw, item } = element;
  const type = text(raw.type);
  const isMultiple = multipleTypes.has(type);
  const given = choicesOf(survey, element);
  const asksOther = survey.asksOther(raw);
  const allowsOther = isOpen(raw) && !asksOther;
  const other = asksOther ? [{ key: otherKey, label: survey.text(raw.otherText) || "Other" }] : [];
  const options = optionsOf([...given, ...other, ...specialOptions(survey, raw, isMultiple)]);
  const isDropdown = openTypes.has(type) && !isMultiple;
  const choice = choiceOf(item, options, { isMultiple, isDropdown, allowsOther });
  const { question_type } = choice;
  const isChoice = "options" in choice.config;
  const { maxOthersLength: longest } = survey;
  const isLimited = allowsOther && longest !== undefined && question_type !== "checkbox";
  const config = isChoice
    ? {
        ...choice.config,
        ...(isLimited && { other_max_length: longest }),
        ...settingsOf(element, question_type, options),
      }
    : choice.config;
  return {
    question_type,
    config,
    values: options.values,
    ...(isChoice && { options }),
  };
}

/** Converts an imagepicker. Without an image for each option it becomes a choice. */
export function imagePicker(survey: Survey, element: Element): Converted {
  const { raw, item } = element;
  const images = list(raw.choices).map(record);
  const isComplete =
    images.length > 0 && images.length <= 100 && images.every((it) => isImageAddress(text(it.imageLink)));
  if (!isComplete) {
    item.changed("image", "Not every option has an image with an https URL. The question became a choice of texts.");
    return surveyChoice(survey, {
      ...element,
      raw: { ...raw, type: raw.multiSelect === true ? "checkbox" : "radiogroup" },
    });
  }
  const options = optionsOf(
    choicesOf(survey, element).map((it, at) => ({ ...it, image_url: text(images[at]?.imageLink) })),
  );
  noteOrder(element, "picture choice");
  const config = { options: options.list, ...(raw.multiSelect === true && { multiple: true }) };
  return {
    question_type: "picture_choice",
    config,
    values: options.values,
    options,
  };
}

export function ranking(survey: Survey, element: Element): Converted {
  const { raw, item } = element;
  const options = optionsOf(choicesOf(survey, element));
  const count = options.list.length;
  if (count < 2 || count > 25) {
    item.changed("options", `Converted to long text. A ranking can have 2 to 25 options, and this one has ${count}.`);
    return { question_type: "long_text", config: {} };
  }
  noteOrder(element, "ranking");
  const least = whole(raw.minSelectedChoices, 1, count) ?? 1;
  const config = { options: options.list, ...(raw.selectToRankEnabled === true && { min_ranked: least }) };
  return {
    question_type: "ranking",
    config,
    values: options.values,
    options,
  };
}

/** Returns the choices of a question, with those it takes from another one or counts from a minimum to a maximum. */
function choicesOf(survey: Survey, { raw, item }: Element): ImportedOption[] {
  const countries = namedCountries(survey, raw);
  if (countries.length > 0) item.changed("countries", ownCountries);
  else if (raw.choicesByUrl !== undefined) item.lostPart("options_url", "Options from a URL aren't loaded.");
  const source = text(raw.choicesFromQuestion);
  const from = source === "" ? null : survey.copied.get(source);
  if (source !== "" && !from) item.lostPart("options", `The options of \`${source.slice(0, 60)}\` can't be copied.`);
  const own = [...list(raw.choices), ...countries];
  const min = number(raw.choicesMin) ?? 0;
  const max = number(raw.choicesMax) ?? 0;
  const step = Math.max(number(raw.choicesStep) ?? 1, 1);
  for (let value = min; value <= max && max > min && own.length <= 600; value += step) own.push(value);
  const all = [...own, ...(from ?? [])];
  survey.copied.set(text(raw.name), all);
  // copied ones are read again, since their texts have a place here too
  const options = all.map((choice) => optionOf(survey, choice));
  return sorted(options, text(raw.choicesOrder));
}

/** Services that list all countries. Nothing in a document is loaded. */
const countryServices =
  /^https?:\/\/(www\.)?(surveyjs\.io\/api\/CountriesExample|restcountries\.\w+\/[\w./-]*all)\/?([?#]|$)/i;

/** Returns the countries if the choices come from such a service. Their values are codes or English names, as there. */
function namedCountries({ form }: Survey, raw: Raw): Raw[] {
  const { url, valueName } = record(raw.choicesByUrl);
  if (!countryServices.test(text(url)) || /[?&]region=/i.test(text(url))) return [];
  const isCode = /^(alpha2Code|cca2|iso2|code)$/i.test(text(valueName));
  const english = new Map(countriesIn("en").map(({ code, name }) => [code, name]));
  return countriesIn(form.language).map(({ code, name }) => ({ value: isCode ? code : english.get(code), text: name }));
}

function optionOf(survey: Survey, choice: unknown): ImportedOption {
  const key = keyOf(choice);
  if (!isObject(choice)) return { key, isCode: true, label: survey.text(choice) };
  return { key, isCode: true, label: survey.text(choice.text) || key };
}

const keyOf = (choice: unknown): string => scalar(isObject(choice) ? choice.value : choice);

function sorted(options: ImportedOption[], order: string): ImportedOption[] {
  if (order !== "asc" && order !== "desc") return options;
  const byLabel = options.toSorted((a, b) => a.label.localeCompare(b.label));
  return order === "asc" ? byLabel : byLabel.reverse();
}

/** Returns the options "None", "Refuse to answer" and "Don't know". */
function specialOptions(survey: Survey, raw: Raw, isExclusive: boolean): ImportedOption[] {
  const special = (isShown: boolean, key: string, label: unknown, otherwise: string) =>
    isShown ? [{ key, label: survey.text(label) || otherwise, ...(isExclusive && { exclusive: true }) }] : [];
  return [
    ...special(raw.hasNone === true || raw.showNoneItem === true, "none", raw.noneText, "None"),
    ...special(raw.showRefuseItem === true, "refused", raw.refuseText, "Refuse to answer"),
    ...special(raw.showDontKnowItem === true, "dontknow", raw.dontKnowText, "Don't know"),
  ];
}

function noteOrder({ raw, item }: Pick<Element, "raw" | "item">, type: string): void {
  if (raw.choicesOrder === "random") item.lostPart("shuffle", `Options of a ${type} keep their order.`);
}

function settingsOf({ raw, item }: Element, type: string, options: Options): Raw {
  if (type === "checkbox") {
    const count = options.list.length;
    const minSelections = whole(raw.minSelectedChoices, 1, count);
    const maxSelections = whole(raw.maxSelectedChoices, minSelections ?? 1, count);
    noteOrder({ raw, item }, "checkbox");
    if (raw.hasSelectAll === true || raw.showSelectAllItem === true)
      item.lostPart("select_all", '"Select all" isn\'t supported.');
    return defined({ min_selections: minSelections, max_selections: maxSelections });
  }
  return raw.choicesOrder === "random" ? { shuffle: "all" } : {};
}

/** Returns the condition for an option that comes from another question, where it has to be chosen or not. */
function copiedTerm(survey: Survey, raw: Raw, key: string): Term[] {
  const mode = text(raw.choicesFromQuestionMode);
  const source = text(raw.choicesFromQuestion);
  if (mode !== "selected" && mode !== "unselected") return [];
  const isCopied = survey.copied.get(source)?.some((it) => keyOf(it) === key) === true;
  const isOwn = list(raw.choices).some((it) => scalar(record(it).value ?? it) === key);
  if (!isCopied || isOwn) return [];
  const values: Term = { kind: "list", items: [valueTerm(key)] };
  return [call(mode === "selected" ? "anyof" : "noneof", nameTerm(source), values)];
}

/** Sets `show_if` of options: `choicesVisibleIf`, where `{item}` is the option, and their own `visibleIf`. */
export function addOptionConditions(survey: Survey, { node, item, raw, options }: Pending): void {
  if (!raw || !item || !options) return;
  const shared = text(raw.choicesVisibleIf);
  const enabled = text(raw.choicesEnableIf);
  const given = list(raw.choices).map(record);
  if (enabled !== "" || given.some(({ enableIf }) => text(enableIf) !== ""))
    item.changed("enable_if", "Options are only offered if they can be chosen. There, they are disabled.");
  for (const [key, value] of options.values) {
    const own = given.find((it) => scalar(it.value) === key);
    const sources = [shared, enabled, text(own?.visibleIf), text(own?.enableIf)].filter(Boolean);
    const copied = copiedTerm(survey, raw, key);
    const option = options.list.find((it) => it.value === value);
    if (sources.length + copied.length === 0 || !option) continue;
    const asItem = (term: Term): Term =>
      term.kind === "name" && (term.name === "item" || term.name === "choice") ? valueTerm(key) : term;
    const convert = () =>
      all(
        [...copied, ...sources.map((source) => replaced(parseExpression(source), asItem))].map((term) =>
          conditionOf(term, survey.scope),
        ),
      );
    const condition = attempt(
      () => survey.scope.at(node, convert),
      ({ message, reason, cause }) =>
        item.changed(
          "option_condition",
          fitted(`The option \`${fitted(key, 60)}\` is always offered: ${message}.`),
          undefined,
          reason,
          cause,
        ),
    );
    if (condition === false) dropOption(item, node, value);
    else if (condition !== null && condition !== true) option.show_if = condition;
  }
}

/** Leaves out an option that no one can see, unless a question needs it. */
function dropOption(item: Item, node: GraphNode, value: string): void {
  const options = node.data.config?.options as { value: string }[];
  attempt(
    () =>
      keepOptions(
        node,
        options.filter((option) => option.value !== value),
      ),
    ({ message }) =>
      item.changed("option_condition", `The option \`${fitted(value, 60)}\` is always offered: ${message}.`),
  );
}
