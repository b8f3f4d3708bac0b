import type { Precision } from "../../../../shared/domain/dates.ts";
import { isPattern } from "../../../../shared/domain/questions/pattern.ts";
import type { Item } from "../importedForm.ts";
import type { Options } from "../options.ts";
import { limitsAt } from "../precision.ts";
import { defined, number, type Raw, record, text, whole } from "../values.ts";
import { fhirChoice, type ValueSets } from "./choices.ts";
import { elementValue, extension, extensions, extensionValue, itemControl } from "./extensions.ts";

export interface FhirQuestion {
  question_type: string;
  config: Record<string, unknown>;
  options?: Options;
}

const choiceTypes = new Set(["choice", "open-choice", "coding", "code"]);

/** Whether an item lists its answers. */
export const hasOptions = (raw: Raw): boolean => Array.isArray(raw.answerOption) || text(raw.answerValueSet) !== "";

/** Converts the type and limits of a question, or returns null for an unknown type. */
export function fhirQuestion(item: Item, raw: Raw, sets: ValueSets): FhirQuestion | null {
  const type = text(raw.type);
  const isMultiple = raw.repeats === true;
  if (choiceTypes.has(type) || (hasOptions(raw) && type !== "group" && type !== "display")) {
    const constraint = text(raw.answerConstraint);
    const allowsOther = type === "open-choice" || constraint === "optionsOrString" || constraint === "optionsOrType";
    return limitedChoice(fhirChoice(item, raw, sets, isMultiple, allowsOther), raw);
  }
  const question = questionOf(item, type, raw);
  if (question && isMultiple && question.question_type !== "file_upload")
    item.changed("repeats", "The question accepts one answer. Several answers aren't supported for this type.");
  return question;
}

function limitedChoice(choice: FhirQuestion, raw: Raw): FhirQuestion {
  if (choice.question_type !== "checkbox") return choice;
  const count = choice.options?.list.length ?? 0;
  const minSelections = whole(extensionValue(raw, "questionnaire-minOccurs"), 1, count);
  const maxSelections = whole(extensionValue(raw, "questionnaire-maxOccurs"), minSelections ?? 1, count);
  return {
    ...choice,
    config: { ...choice.config, ...defined({ min_selections: minSelections, max_selections: maxSelections }) },
  };
}

function questionOf(item: Item, type: string, raw: Raw): FhirQuestion | null {
  switch (type) {
    case "boolean":
      return { question_type: "yes_no", config: {} };
    case "decimal":
    case "integer":
    case "quantity":
      return numeric(item, type, raw);
    case "date":
      return dated(item, raw, "day");
    case "dateTime":
    case "instant":
      return dated(item, raw, "minute");
    case "time":
      return dated(item, raw, "time");
    case "string":
    case "text":
      return textual(item, type === "text" ? "long_text" : "short_text", raw);
    case "url":
      return urlOf(item, raw);
    case "attachment":
      return { question_type: "file_upload", config: isSignature(raw) ? { input: "draw" } : fileLimits(raw) };
    default:
      return similar(item, type, raw);
  }
}

/** A URL is any text without spaces (FHIR R4 §2.24, `uri`). */
function urlOf(item: Item, raw: Raw): FhirQuestion {
  const question = textual(item, "short_text", raw);
  const { pattern = "\\S*" } = question.config;
  return { ...question, config: { ...question.config, pattern } };
}

const similarTypes: ReadonlyMap<string, string> = new Map([
  ["reference", "reference"],
  ["question", "question without a type"],
]);

function similar(item: Item, type: string, raw: Raw): FhirQuestion | null {
  const name = similarTypes.get(type);
  if (name === undefined) return null;
  item.changed("type", `The ${name} became a short text.`);
  return textual(item, "short_text", raw);
}

function textual(item: Item, questionType: string, raw: Raw): FhirQuestion {
  const maxLength = whole(raw.maxLength, 1, 20_000);
  const minLength = whole(extensionValue(raw, "minLength"), 0, maxLength ?? 20_000);
  const placeholder = text(extensionValue(raw, "entryFormat")).slice(0, 500) || undefined;
  const regex = text(extensionValue(raw, "regex")) || undefined;
  if (raw.maxLength !== undefined && maxLength === undefined)
    item.changed("limit", "The maximum length must be a whole number from 1 to 20,000.");
  const pattern = regex !== undefined && isPattern(regex) ? regex : undefined;
  if (regex !== undefined && pattern === undefined)
    item.changed("pattern", "The regular expression isn't valid RE2 syntax. Answers aren't checked by it.");
  return {
    question_type: questionType,
    config: defined({ max_length: maxLength, min_length: minLength, placeholder, pattern }),
  };
}

function numeric(item: Item, type: string, raw: Raw): FhirQuestion {
  const min = bound(raw, "minValue", "minQuantity");
  const max = bound(raw, "maxValue", "maxQuantity");
  const step = number(extensionValue(raw, "questionnaire-sliderStepValue"));
  const isScale = itemControl(raw) === "slider" && min !== undefined && max !== undefined && min <= max;
  if (min !== undefined && max !== undefined && min > max) {
    item.changed("limit", "The minimum is greater than the maximum. Answers have no limits.");
    return { question_type: "number", config: {} };
  }
  if (isScale)
    return { question_type: "number_scale", config: defined({ min, max, step: step && step > 0 ? step : undefined }) };
  const decimals = type === "integer" ? 0 : whole(extensionValue(raw, "maxDecimalPlaces"), 0, 20);
  return { question_type: "number", config: defined({ min, max, decimals, unit: unitOf(item, type, raw) }) };
}

const bound = (raw: Raw, ...names: string[]): number | undefined => {
  for (const name of names) {
    const value = extensionValue(raw, name) ?? extensionValue(raw, `sdc-questionnaire-${name}`);
    const found = number(value) ?? number(record(value).value);
    if (found !== undefined) return found;
  }
  return undefined;
};

/** Returns the unit of a number. */
export function unitOf(item: Item, type: string, raw: Raw): string | undefined {
  // the only unit that can be chosen is the unit
  const offered = extensions(raw, "questionnaire-unitOption");
  const unit = record(
    extensionValue(raw, "questionnaire-unit") ?? (offered.length === 1 ? elementValue(offered[0] ?? null) : undefined),
  );
  const name = text(unit.display) || text(unit.code);
  if (type === "quantity" && name === "") item.changed("unit", "The quantity became a number. Answers have no unit.");
  return name === "" ? undefined : name.slice(0, 500);
}

function dated(item: Item, raw: Raw, precision: Precision): FhirQuestion {
  const bound = (name: string) => text(elementValue(extension(raw, name)));
  const limits = limitsAt(precision, [bound("minValue"), bound("maxValue")], () =>
    item.changed("limit", "A date limit was ignored because it isn't a complete date."),
  );
  return { question_type: "date", config: precision === "day" ? limits : { precision, ...limits } };
}

const isSignature = (raw: Raw): boolean => extension(raw, "questionnaire-signatureRequired") !== null;

function fileLimits(raw: Raw): Record<string, unknown> {
  const bytes = number(extensionValue(raw, "maxSize"));
  const maxSizeMb = bytes !== undefined && bytes > 0 ? Math.min(bytes, 100) : undefined;
  const types = Array.isArray(raw.extension) ? raw.extension.map(record) : [];
  const accept = types
    .filter(({ url }) => text(url).endsWith("/mimeType"))
    .map((it) => text(elementValue(it)))
    .filter((it) => /^[a-z0-9][a-z0-9!#$&^_.+-]*\/(\*|[a-z0-9][a-z0-9!#$&^_.+-]*)$/.test(it));
  return defined({
    max_size_mb: maxSizeMb,
    accept: accept.length > 0 ? [...new Set(accept)].slice(0, 50) : undefined,
    max_files: raw.repeats === true ? 10 : undefined,
  });
}
