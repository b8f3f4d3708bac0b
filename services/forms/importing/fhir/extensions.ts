import { withoutMarks } from "../marks.ts";
import type { Translations } from "../translations.ts";
import { languageTag, type Raw, record, records, text } from "../values.ts";
import { withMarkdown } from "../wording.ts";

/** Returns an extension by the last part of its URL, or null. */
export function extension(of: Raw, name: string): Raw | null {
  return extensions(of, name)[0] ?? null;
}

export const extensions = (of: Raw, name: string): Raw[] =>
  records(of.extension).filter(({ url }) => nameOf(url) === name);

const nameOf = (url: unknown): string => text(url).split("/").at(-1) ?? "";

/** Returns the value of an element such as `valueInteger`, whatever its type. */
export function elementValue(element: Raw | null): unknown {
  if (!element) return undefined;
  const key = Object.keys(element).find((it) => /^value[A-Z]/.test(it));
  return key === undefined ? undefined : element[key];
}

export const extensionValue = (of: Raw, name: string): unknown => elementValue(extension(of, name));

/** Returns the code of the item's control, such as `drop-down`, or "". */
export function itemControl(item: Raw): string {
  const concept = record(extensionValue(item, "questionnaire-itemControl"));
  return text(records(concept.coding)[0]?.code) || text(concept.text);
}

/** Returns the FHIRPath of an extension, or null. Other languages have no counterpart, and no text for them. */
export function expression(of: Raw, name: string): string | null {
  const found = extension(of, name);
  if (!found) return null;
  const value = record(elementValue(found));
  const language = text(value.language);
  const source = text(value.expression);
  return language === "" || language === "text/fhirpath" ? source : `${language}: ${source}`;
}

/** Returns what an item asks: its prefix and its text. */
export const titleOf = (raw: Raw): string => {
  const markdown = extensionValue(record(raw._text), "rendering-markdown");
  if (typeof markdown !== "string" || markdown === "") return shownTitle(text(raw.prefix), text(raw.text));
  return [text(raw.prefix), withMarkdown(withoutMarks(markdown))].filter(Boolean).join(" ");
};

/** Texts have no markup. */
const shownTitle = (...parts: string[]): string => withoutMarks(parts.filter(Boolean).join(" ")).trim();

/** Reads the texts of an element with their translations (`_text.extension`), and its options'. */
export function readTexts(of: Raw, translations: Translations): void {
  readTitle(of, translations);
  for (const key of new Set([...shown, ...Object.keys(of)])) {
    const value = of[key];
    if (shown.has(key)) readText(of, key, translations);
    else if (key === "answerOption" || key === "option" || key === "concept" || key === "contains")
      for (const inner of records(value)) readTexts(inner, translations);
    else if (key === "valueCoding") readTexts(record(value), translations);
    else if (/^_(?!prefix$|text$)/.test(key) && !shown.has(key.slice(1)))
      for (const [name, other] of translationsOf(of, key.slice(1)))
        translations.add(name, languageTag(name), text(of[key.slice(1)]), other);
  }
}

/** Texts that the form or an option shows as they are. */
const shown: ReadonlySet<string> = new Set(["title", "display", "valueString"]);

function readText(of: Raw, key: string, translations: Translations): void {
  const original = text(of[key]);
  const others = translationsOf(of, key);
  for (const [name, other] of others) translations.add(name, languageTag(name), original, other);
  if (original !== "") translations.read({ original, translations: others });
}

/** Reads prefix and text, which become one text. A translation of the prefix alone has no place. */
function readTitle(of: Raw, translations: Translations): void {
  const original = titleOf(of);
  const [prefixes, texts] = [translationsOf(of, "prefix"), translationsOf(of, "text")];
  const names = text(of.text) === "" ? prefixes.keys() : texts.keys();
  const others = new Map(
    Array.from(names, (name) => [name, shownTitle(prefixes.get(name) ?? text(of.prefix), texts.get(name) ?? "")]),
  );
  for (const [name, other] of others) translations.add(name, languageTag(name), original, other);
  for (const [name, other] of prefixes)
    if (!others.has(name)) translations.add(name, languageTag(name), text(of.prefix), other);
  if (original !== "") translations.read({ original, translations: others });
}

/** Returns the translations of a text by language. */
function translationsOf(of: Raw, key: string): Map<string, string> {
  const found = extensions(record(of[`_${key}`]), "translation").map(({ extension }): [string, string] => {
    const part = (name: string) => text(elementValue(records(extension).find(({ url }) => url === name) ?? null));
    return [part("lang") || "unknown", part("content")];
  });
  return new Map(found);
}

/** Extensions with an effect on respondents that has no counterpart, by code and sentence. */
const unsupported: ReadonlyMap<string, [code: string, message: string]> = new Map([
  [
    "sdc-questionnaire-initialExpression",
    ["default", "Default answers from an expression aren't supported. The question starts empty."],
  ],
  ["sdc-questionnaire-answerExpression", ["options", "Options from an expression aren't supported."]],
  ["sdc-questionnaire-candidateExpression", ["options", "Options from an expression aren't supported."]],
  ["sdc-questionnaire-answerOptionsToggleExpression", ["option_condition", "All options are always offered."]],
  ["cqf-expression", ["text_expression", "Texts from an expression aren't supported."]],
  ["cqf-calculatedValue", ["calculated_value", "Values from an expression aren't supported."]],
  ["sdc-questionnaire-openLabel", ["labels", "The label of the other answer isn't supported."]],
  ["questionnaire-unitOption", ["units", "Respondents can't choose a unit."]],
  ["questionnaire-unitValueSet", ["units", "Respondents can't choose a unit."]],
  ["questionnaire-signatureRequired", ["signature", "Signatures aren't supported."]],
  ["questionnaire-supportLink", ["link", "Links to support material aren't supported."]],
  ["itemMedia", ["media", "Media aren't supported here."]],
  ["sdc-questionnaire-itemMedia", ["media", "Media aren't supported here."]],
  ["sdc-questionnaire-itemAnswerMedia", ["media", "Media aren't supported here."]],
  ["questionnaire-referenceProfile", ["reference", "References to resources aren't supported."]],
  ["sdc-questionnaire-isSubject", ["subject", "The subject of an item isn't supported."]],
  ["sdc-questionnaire-itemPopulationContext", ["population", "Filling in answers from records isn't supported."]],
]);

/** Returns notes for extensions of an item that have no counterpart, each code once. */
export function unsupportedExtensions(item: Raw): [code: string, message: string][] {
  const isSigned = text(item.type) === "attachment";
  const isOnlyUnit = extensions(item, "questionnaire-unitOption").length === 1;
  const all = [item, record(item._text)]
    .flatMap((it) => records(it.extension))
    .filter(({ url }) => !(isOnlyUnit && nameOf(url) === "questionnaire-unitOption"))
    .filter(({ url }) => !(isSigned && nameOf(url) === "questionnaire-signatureRequired"));
  const found = all.flatMap(({ url }) => unsupported.get(nameOf(url)) ?? []) as string[];
  const notes = new Map<string, string>();
  for (let index = 0; index < found.length; index += 2) notes.set(found[index] as string, found[index + 1] as string);
  return [...notes];
}
