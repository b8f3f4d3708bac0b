/** Statistics of a form’s sessions. */

import { numberText as count, counted, percentText } from "./numbers.ts";

export const title = "Insights";
export const refresh = "Refresh";
export const counting = "Updating. Showing earlier results.";

export const figures = {
  started: "Started",
  completed: "Completed",
  in_progress: "In progress",
  abandoned: "Abandoned",
  rate: "Completion rate",
  duration: "Median time",
};
export const figureLink = (name: string, value: number): string => `${name}: ${count(value)}. Open these responses`;
export const figuresTitle = "Summary";

export const overTime = "Responses over time";
export const bucketNames = { day: "Day", week: "Week", month: "Month", year: "Year" };
export const utcNote = "Dates are in UTC.";
export const overTimeLabel = (
  started: number,
  completed: number,
  points: number,
  unit: keyof typeof bucketNames,
): string =>
  `Responses by ${unit}: ${count(started)} started, ${count(completed)} completed, in ${counted(points, unit, `${unit}s`)}. The table lists all values.`;
export const bucketText = (name: string, started: number, completed: number): string =>
  `${name}: ${count(started)} started, ${count(completed)} completed`;

export const funnel = "Drop-off";
export const funnelNote = (version: number): string => `Questions of version ${version}, responses of all versions.`;
export const view = "View";
export const views = { form: "Form order", lost: "Biggest drop-off", walk: "Flow" };
export const went = { on: "Continued", answered: "Answered", skipped: "Skipped", left: "Dropped off" };
export const noTitle = "Untitled";
export const left = (sessions: number, rate: number | null): string =>
  sessions === 0 ? "" : `${count(sessions)} dropped off (${percentText(rate)})`;
export const reachedBy = (sessions: number): string => `${count(sessions)} reached`;
export const showMore = (more: number, all: number): string => `Show ${count(more)} more of ${count(all)}`;
export const funnelColumns = {
  question: "Question",
  reached: "Reached",
  answered: "Answered",
  skipped: "Skipped",
  left: "Dropped off",
  rate: "Drop-off rate",
  time: "Median time",
};
export const step = (number: number): string => `Step ${count(number)}`;
export const leadsTo = "Goes to";
export const walkLabel = "Question flow";

export const questions = "Answers by question";
export const find = "Find a question";
export const findHint = "Title";
export const noQuestion = "No questions match.";
export const answers = (answers: number): string => (answers === 1 ? "1 answer" : `${count(answers)} answers`);
export const noAnswers = "No answers yet.";
export const readAnswers = "Read all in Responses";
export const showResponses = (answer: string): string => `${answer}. Open responses`;
export const ofQuestion = (title: string): string => `: ${title}`;
export const severalPossible = "Respondents could choose several answers, so percentages can exceed 100%.";
export const rankedFirst = "Number of times each option was ranked first.";
export const mostFrequent = (shown: number, all: number): string =>
  `Top ${count(shown)} of ${count(all)} answers. See the table for all.`;
export const answer = "Answer";
export const answersColumn = "Answers";
export const share = "Share";
export const shareOf = (sessions: number, part: number | null): string => `${count(sessions)} · ${percentText(part)}`;
export const statistics = { min: "Minimum", median: "Median", mean: "Mean", max: "Maximum" };
export const statisticsLabel = (min: string, max: string, mean: string, median: string): string =>
  `From ${min} to ${max}, mean ${mean}, median ${median}.`;
export const row = "Row";
export const distributionLabel = (title: string): string => `Answers to “${title}”`;

export const scores = "Scores";
export const scoreLabel = (median: string, bins: number): string =>
  `Responses by score in ${counted(bins, "range", "ranges")}, median ${median}. The table lists all values.`;
export const scoreRange = "Score";
export const sessions = "Responses";
export const byScore = "Responses by score";

export const nothingMatches = "No responses match these filters.";
export const clearFilters = "Clear filters";

export const keys = [
  ["/", "Search"],
  ["R", "Refresh"],
] as const;
