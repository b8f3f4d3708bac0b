import type { Translations } from "../translations.ts";
import { languageTag, type Raw, record, records, text } from "../values.ts";

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

/** Adds the translations of an element's texts (`_text.extension`), and of its values'. */
export function addTranslations(of: Raw, translations: Translations): void {
  for (const [key, value] of Object.entries(of)) {
    if (key.startsWith("_")) {
      for (const { extension } of extensions(record(value), "translation")) {
        const language = records(extension).find(({ url }) => url === "lang");
        const content = records(extension).find(({ url }) => url === "content");
        const name = text(elementValue(language ?? null)) || "unknown";
        translations.add(name, languageTag(name), text(of[key.slice(1)]), text(elementValue(content ?? null)));
      }
    } else if (key === "answerOption" || key === "concept" || key === "contains")
      for (const inner of records(value)) addTranslations(inner, translations);
    else if (key === "valueCoding") addTranslations(record(value), translations);
  }
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
  ["itemMedia", ["media", "Media aren't supported here. Upload the image in the builder."]],
  ["sdc-questionnaire-itemMedia", ["media", "Media aren't supported here. Upload the image in the builder."]],
  ["sdc-questionnaire-itemAnswerMedia", ["media", "Media aren't supported here. Upload the image in the builder."]],
  ["questionnaire-referenceProfile", ["reference", "References to resources aren't supported."]],
  ["sdc-questionnaire-isSubject", ["subject", "The subject of an item isn't supported."]],
  ["sdc-questionnaire-itemPopulationContext", ["population", "Filling in answers from records isn't supported."]],
]);

/** Returns notes for extensions of an item that have no counterpart, each code once. */
export function unsupportedExtensions(item: Raw): [code: string, message: string][] {
  const isOnlyUnit = extensions(item, "questionnaire-unitOption").length === 1;
  const all = [item, record(item._text)]
    .flatMap((it) => records(it.extension))
    .filter(({ url }) => !(isOnlyUnit && nameOf(url) === "questionnaire-unitOption"));
  const found = all.flatMap(({ url }) => unsupported.get(nameOf(url)) ?? []) as string[];
  const notes = new Map<string, string>();
  for (let index = 0; index < found.length; index += 2) notes.set(found[index] as string, found[index + 1] as string);
  return [...notes];
}
