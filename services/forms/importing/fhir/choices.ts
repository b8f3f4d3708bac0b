import { isObject } from "../../../../shared/domain/json.ts";
import type { Item } from "../importedForm.ts";
import { choiceOf, type ImportedOption, type Options, optionsOf } from "../options.ts";
import { number, type Raw, record, records, text } from "../values.ts";
import { elementValue, extensionValue, itemControl } from "./extensions.ts";
import { knownSet } from "./knownSets.ts";

/** Value sets of the document by their references: `#id` and their URL. */
export type ValueSets = ReadonlyMap<string, Raw[]>;

/** Reads contained value sets. Others would need to be fetched. */
export function valueSetsOf(document: Raw): ValueSets {
  const sets = new Map<string, Raw[]>();
  const contained = records(document.contained);
  const systems = new Map(
    contained.filter(isOf("CodeSystem")).map((system) => [text(system.url), records(system.concept)]),
  );
  for (const set of contained.filter(isOf("ValueSet"))) {
    const codings = codingsOf(set, systems);
    sets.set(`#${text(set.id)}`, codings);
    if (text(set.url) !== "") sets.set(text(set.url), codings);
  }
  return sets;
}

const isOf = (type: string) => (resource: Raw) => resource.resourceType === type;

function codingsOf(set: Raw, systems: ReadonlyMap<string, Raw[]>): Raw[] {
  const expanded = records(record(set.expansion).contains);
  if (expanded.length > 0) return expanded;
  return records(record(set.compose).include).flatMap((include) => {
    const concepts = records(include.concept);
    return concepts.length > 0 ? concepts : (systems.get(text(include.system)) ?? []);
  });
}

/** Converts a choice with its options. `values` are ours by theirs. */
export function fhirChoice(item: Item, raw: Raw, sets: ValueSets, isMultiple: boolean, allowsOther: boolean) {
  const options = optionsOf(givenOptions(item, raw, sets));
  const control = itemControl(raw);
  const isDropdown = control === "drop-down" || control === "autocomplete";
  const choice = choiceOf(item, options, { isMultiple, isDropdown, allowsOther });
  return { ...choice, options };
}

export type FhirOptions = Options;

function givenOptions(item: Item, raw: Raw, sets: ValueSets): ImportedOption[] {
  const given = records(raw.answerOption);
  const reference = text(raw.answerValueSet);
  const inline = given.length > 0 ? given : records(raw.option);
  if (inline.length > 0) return inline.map(inlineOption);
  const found = setOf(reference, sets);
  if (!found && reference !== "")
    item.changed("value_set", `The value set ${reference.slice(0, 200)} isn't in the document.`);
  return (found ?? []).map((coding) => codingOption(coding, coding));
}

const setOf = (reference: string, sets: ValueSets): Raw[] | undefined =>
  sets.get(reference) ?? sets.get(reference.split("|")[0] ?? "") ?? knownSet(reference);

/** Whether an option of the item has points. */
export function hasPoints(raw: Raw, sets: ValueSets): boolean {
  const reference = text(raw.answerValueSet);
  const given = [...records(raw.answerOption), ...records(raw.option)];
  const inSet = setOf(reference, sets) ?? [];
  return [...given.map((option) => [option, record(elementValue(option))]), ...inSet.map((coding) => [coding])].some(
    (elements) => elements.some((it) => marksOf(it, {}).points !== undefined),
  );
}

function inlineOption(option: Raw): ImportedOption {
  const value = elementValue(option);
  if (typeof value === "object" && value !== null) return codingOption(record(value), option);
  const key = text(value);
  return { key, label: key, ...marksOf(option, {}) };
}

/** A reference has a display too. */
const keyOf = (coding: Raw): string => text(coding.code) || text(coding.reference) || text(coding.display);

/** Returns the answers that an item starts with, as keys of its options or as values. Null without any. */
export function initialOf(raw: Raw): unknown[] | null {
  const given = givenInitial(raw);
  return given.length === 0 ? null : given.map((value) => (isObject(value) ? keyOf(value) || value.value : value));
}

function givenInitial(raw: Raw): unknown[] {
  const selected = records(raw.answerOption).filter(({ initialSelected }) => initialSelected === true);
  const own = Object.keys(raw).find((key) => /^initial[A-Z]/.test(key));
  const given = [...records(raw.initial), ...selected].map(elementValue);
  return own === undefined ? given : [...given, raw[own]];
}

/** Returns the texts of the answers that an item starts with. */
export const shownInitial = (raw: Raw): string[] =>
  givenInitial(raw)
    .map((value) => {
      const { display, value: amount, unit } = record(value);
      if (isObject(value)) return text(display) || [text(amount), text(unit)].filter(Boolean).join(" ") || keyOf(value);
      return value === true ? "Yes" : value === false ? "No" : text(value);
    })
    .filter(Boolean);

function codingOption(coding: Raw, option: Raw): ImportedOption {
  const key = keyOf(coding);
  return { key, isCode: true, label: text(coding.display) || key, ...marksOf(option, coding) };
}

function marksOf(option: Raw, coding: Raw): Pick<ImportedOption, "exclusive" | "points"> {
  const weights = [option, coding].flatMap((it) => [
    number(extensionValue(it, "ordinalValue")),
    number(extensionValue(it, "itemWeight")),
    number(extensionValue(it, "questionnaire-ordinalValue")),
  ]);
  const points = weights.find((it) => it !== undefined);
  const isExclusive = extensionValue(option, "questionnaire-optionExclusive") === true;
  return { ...(isExclusive && { exclusive: true }), ...(points !== undefined && { points }) };
}
