import { isObject } from "../../../shared/domain/json.ts";
import { convertGoogleForm } from "./googleForms/converter.ts";
import type { ImportedForm } from "./importedForm.ts";
import { record } from "./values.ts";

/** Returns whether the document is a form of the Google Forms API. `items` are left out of a form without questions. */
export function isGoogleForms(document: unknown): boolean {
  if (!isObject(document)) return false;
  const { formId, info, items } = document;
  const hasItems = Array.isArray(items) && items.every(isObject);
  return typeof formId === "string" ? isObject(info) || hasItems : isObject(info) && hasItems;
}

/** Converts a form of the Google Forms API (features §14). */
export const convertGoogleForms = (document: unknown): ImportedForm => convertGoogleForm(record(document));
