import type { ImportFormat } from "../../../shared/api/shapes/imports.ts";
import { isObject } from "../../../shared/domain/json.ts";
import { convertFhir, isFhir } from "./fhir.ts";
import { convertFormbricks, isFormbricks } from "./formbricks/convert.ts";
import { convertGoogleForms, isGoogleForms } from "./googleForms.ts";
import type { ImportedForm } from "./importedForm.ts";
import { isKobo } from "./kobo.ts";
import { convertQualtrics, isQualtrics } from "./qualtrics/convert.ts";
import { convertSurveyJs, isSurveyJs } from "./surveyJs.ts";
import { convertTally, isTally } from "./tally/convert.ts";
import { convertTypeform } from "./typeform/convert.ts";

/** Converters of JSON formats by name. Pathform's own JSON, XLSForms and forms of KoboToolbox have their own readers (read.ts). */
export const converters: Partial<Record<ImportFormat, (document: unknown) => ImportedForm>> = {
  typeform: convertTypeform,
  fhir: convertFhir,
  surveyjs: convertSurveyJs,
  google_forms: convertGoogleForms,
  qualtrics: convertQualtrics,
  formbricks: convertFormbricks,
  tally: convertTally,
};

/** Returns the format of a JSON document by its content. Null if it has none of the formats. */
export function formatOf(document: unknown): ImportFormat | null {
  if (!isObject(document)) return null;
  if (isPathform(document.graph) || isPathform(document)) return "pathform";
  if (isFhir(document)) return "fhir";
  if (isGoogleForms(document)) return "google_forms";
  if (isQualtrics(document)) return "qualtrics";
  if (isKobo(document)) return "kobo";
  if (isFormbricks(document)) return "formbricks";
  if (isTally(document)) return "tally";
  if (isTypeform(document)) return "typeform";
  return isSurveyJs(document) ? "surveyjs" : null;
}

const isPathform = (graph: unknown): boolean => isObject(graph) && Array.isArray(graph.nodes);

/** Fields have a `type`, and all lists are arrays. */
function isTypeform({ fields, welcome_screens, thankyou_screens }: Record<string, unknown>): boolean {
  if (!Array.isArray(fields)) return Array.isArray(welcome_screens) || Array.isArray(thankyou_screens);
  return fields.every((field) => isObject(field) && typeof field.type === "string");
}
