import { isObject } from "../../../shared/domain/json.ts";
import type { ImportedForm } from "./importedForm.ts";
import { convertSurvey } from "./surveyJs/converter.ts";
import { isElementType } from "./surveyJs/members.ts";
import { list, record, text } from "./values.ts";

/** Returns whether the document is a survey of SurveyJS: it has elements with names, and some have a type of SurveyJS. */
export function isSurveyJs(document: unknown): boolean {
  if (!isObject(document)) return false;
  const pages = list(document.pages);
  const elements = [document, ...pages.map(record)].flatMap((one) => [...list(one.elements), ...list(one.questions)]);
  const named = elements.map(record).filter(({ name }) => text(name) !== "");
  // an element of a site's own type can be the only one
  const isOwn = pages.some((page) => text(record(page).name) !== "" && Array.isArray(record(page).elements));
  return named.some(({ type }) => isElementType(text(type)) || (isOwn && text(type) !== ""));
}

/** Converts a survey of SurveyJS (features §14). */
export const convertSurveyJs = (document: unknown): ImportedForm => convertSurvey(record(document));
