/** Importing a form of another tool: the source, and the report. */

import { counted } from "./numbers.ts";

export const file = "Upload files";
export const fileHelp =
  "Pathform, Typeform, SurveyJS, FHIR Questionnaire, Google Forms, KoboToolbox, Formbricks and Tally as JSON. XLSForm as .xlsx or .csv, with the CSV files of its choices. A table of questions as .xlsx or .csv. LimeSurvey (.lss), Qualtrics (.qsf) and REDCap (data dictionary). Up to 5 MB.";
export const text = "Or paste the file’s content";
/** before what the form must be */
export const ofFile = "The file";
export const ofText = "The text";
export const convert = "Continue";
export const empty = "Choose a file or paste its content.";
export const settings = "Settings";
export const theme = "Theme";
/** `name`: of a part of the file beside its questions */
export const notTaken = (name: string, why: string): string => `${name}: not imported. ${why}`;
export const otherSource = "Back";
export const title = "Title";
export const createForm = "Create form";

const formats = {
  pathform: "Pathform",
  xlsform: "XLSForm",
  typeform: "Typeform",
  fhir: "FHIR Questionnaire",
  surveyjs: "SurveyJS",
  google_forms: "Google Forms",
  kobo: "KoboToolbox",
  table: "a table of questions",
  redcap: "REDCap",
  limesurvey: "LimeSurvey",
  qualtrics: "Qualtrics",
  formbricks: "Formbricks",
  tally: "Tally",
};
export const foundIn = (format: keyof typeof formats): string => `Found in ${formats[format]}`;
export const figures = { found: "Found", converted: "Converted", changed: "Changed", lost: "Not imported" };
export const severities = { changed: "Changed", lost: "Not imported" };
export const complete = "Everything was converted.";
export const issuesTitle = (count: number): string => `${counted(count, "issue", "issues")} to check`;
export const causesTitle = "Start with these";
export const causeIssues = (count: number): string => `(${counted(count, "issue", "issues")})`;
export const firstIssues = (count: number): string => `Showing the first ${count} issues.`;
