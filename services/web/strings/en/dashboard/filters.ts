/** The filters of a form's sessions. */

export const label = "Filters";
export const versionFilter = "Version";
export const allVersions = "All";
export const version = (number: number, isCurrent: boolean): string =>
  isCurrent ? `${number} (current)` : String(number);
export const statusFilter = "Status";
export const statuses = { "": "All", completed: "Completed", in_progress: "In progress", abandoned: "Abandoned" };
export const from = "Started from";
export const to = "Started until";
export const search = "Search";
export const searchHint = "Words in answers";
export const reversed = "The first day is after the last one: please change one of them.";
export const dayWanted = (min: string | undefined, max: string | undefined): string => {
  if (max !== undefined) return `Please choose a day up to ${max}.`;
  return min === undefined ? "Please choose a day of this century." : `Please choose a day from ${min} on.`;
};
export const answerIs = (question: string, answer: string): string => `${question}: ${answer}`;
export const removeAnswer = (filter: string): string => `${filter}. Remove filter`;
