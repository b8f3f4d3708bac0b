import { isObject } from "../../../shared/domain/json.ts";
import { FhirConverter } from "./fhir/converter.ts";
import type { ImportedForm } from "./importedForm.ts";
import { languageTag, namesIn, record, text } from "./values.ts";
import { fitted } from "./wording.ts";

/** Returns whether the document is a FHIR Questionnaire. */
export const isFhir = (document: unknown): boolean => isObject(document) && document.resourceType === "Questionnaire";

/** Converts a FHIR Questionnaire of R4 or R5 (features §14). */
export function convertFhir(document: unknown): ImportedForm {
  const raw = record(document);
  const converter = new FhirConverter(raw);
  const { form } = converter;
  form.reserve(namesIn(raw, "linkId"));
  form.title = fitted(text(raw.title) || text(raw.name) || "Questionnaire");
  form.language = languageTag(raw.language) ?? "en";
  converter.convert(raw);
  return form;
}
