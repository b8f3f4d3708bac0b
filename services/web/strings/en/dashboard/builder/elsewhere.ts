/** Texts of taking a form to another tool. Loaded with its dialog. */

import { counted } from "../numbers.ts";

export const title = "Take to another tool";
export const text = "The saved draft becomes a file that another tool opens.";
export const format = "Format";
export const formats = {
  xlsform: "XLSForm (KoboToolbox, ODK, SurveyCTO)",
  surveyjs: "SurveyJS JSON",
  fhir: "FHIR Questionnaire (R4)",
  pathform: "Pathform, with settings, theme and emails",
} as const;
export const complete = "All of the form fits into this format.";
export const losses = (count: number) => counted(count, "part doesn't fit", "parts don't fit");
export const wholeForm = "Form";
export const download = "Download";
