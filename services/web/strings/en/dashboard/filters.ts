/** Filters of a form's responses. */

export const label = "Filters";
export const versionFilter = "Version";
export const allVersions = "All";
export const version = (number: number, isCurrent: boolean): string =>
  isCurrent ? `${number} (current)` : String(number);
export const from = "Started on or after";
export const to = "Started on or before";
export const dayWanted = (min: string | undefined, max: string | undefined): string => {
  if (max !== undefined) return `Choose a date up to ${max}.`;
  return min === undefined ? "Choose a date from 2000 to 2099." : `Choose a date from ${min}.`;
};

export const searchAnswers = "Search answers";
export const addFilter = "Filter";
export const remove = (filter: string): string => `${filter}: remove filter`;
export const presets = { 1: "Today", 7: "Last 7 days", 30: "Last 30 days", 90: "Last 90 days" };
export const customDates = "Custom dates…";
export const customVersion = "Version…";
export const customReference = "Reference…";
export const customAnswer = "Answer…";
export const filterBy = (answer: string): string => `Filter by “${answer}”`;
export const answerTitle = "Filter by answer";
export const question = "Question";
export const answer = "Answer";
export const referenceTitle = "Filter by reference";
export const reference = "Reference of the personal link";
export const referenceChip = (reference: string): string => `Reference: ${reference}`;
export const tagChip = (tag: string): string => `Tag: ${tag}`;
export const flagged = "Flagged";
export const versionChip = (number: number): string => `Version ${number}`;
export const since = (day: string): string => `Since ${day}`;
export const until = (day: string): string => `Until ${day}`;
export const between = (from: string, to: string): string => (from === to ? from : `${from} – ${to}`);
export const answerChip = (question: string, answer: string): string => `${question}: ${answer}`;
export const datesTitle = "Filter by date";
export const versionTitle = "Filter by version";
export const utcNote = "Dates are in UTC.";
export const zoneNote = (zone: string): string => `Days start at midnight in your time zone (${zone}).`;
export const utcDay = (day: string): string => `${day} (UTC)`;
export const apply = "Apply";
