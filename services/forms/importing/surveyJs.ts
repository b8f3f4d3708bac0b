import { isObject } from "../../../shared/domain/json.ts";
import type { ImportedForm } from "./importedForm.ts";
import { convertSurvey } from "./surveyJs/converter.ts";
import { record } from "./values.ts";

/** Returns whether the document is a survey of SurveyJS: it has pages, or elements without pages. */
export const isSurveyJs = (document: unknown): boolean =>
  isObject(document) &&
  [document.pages, document.elements, document.questions].some((list) => Array.isArray(list) && list.every(isObject));

/** Converts a survey of SurveyJS (features §14). */
export const convertSurveyJs = (document: unknown): ImportedForm => convertSurvey(record(document));
