/** What a form's sessions come to. */

import { numberText as count, counted, percentText } from "./numbers.ts";

export const title = "Insights";
export const refresh = "Refresh";
export const counting = "Counting the sessions that match. Until then the figures are the earlier ones.";

export const figures = {
  started: "Started",
  completed: "Completed",
  in_progress: "In progress",
  abandoned: "Abandoned",
  rate: "Completion rate",
  duration: "Median time",
};
export const figureLink = (name: string, value: number): string => `${name}: ${count(value)}. Open these responses`;
export const figuresTitle = "Figures";

export const overTime = "Sessions over time";
export const bucketNames = { day: "Day", week: "Week", month: "Month", year: "Year" };
export const utcNote = "Days are those of UTC.";
export const overTimeLabel = (
  started: number,
  completed: number,
  points: number,
  unit: keyof typeof bucketNames,
): string =>
  `Sessions by ${unit}: ${count(started)} started, ${count(completed)} of them completed, in ${counted(points, unit, `${unit}s`)}. The table has the figures.`;
export const bucketText = (name: string, started: number, completed: number): string =>
  `${name}: ${count(started)} started, ${count(completed)} completed`;

export const funnel = "Where people leave";
export const funnelNote = (version: number): string => `Questions of version ${version}, sessions of all versions.`;
export const view = "Show";
export const views = { form: "In the form's order", lost: "Most left first", walk: "Along the graph" };
export const went = { on: "Went on", answered: "Answered", skipped: "Skipped", left: "Left here" };
export const noTitle = "Without a title";
export const left = (sessions: number, rate: number | null): string =>
  sessions === 0 ? "" : `${count(sessions)} left (${percentText(rate)})`;
export const reachedBy = (sessions: number): string => `${count(sessions)} reached`;
export const showMore = (more: number, all: number): string => `Show ${count(more)} more of ${count(all)}`;
export const funnelColumns = {
  question: "Question",
  reached: "Reached",
  answered: "Answered",
  skipped: "Skipped",
  left: "Left here",
  rate: "Left, of those who reached it",
  time: "Median time",
};
export const step = (number: number): string => `Step ${count(number)}`;
export const leadsTo = "Leads to";
export const walkLabel = "Questions along the graph";

export const questions = "Answers by question";
export const find = "Find a question";
export const findHint = "Part of its title";
export const noQuestion = "No question has this in its title.";
export const answers = (answers: number): string => (answers === 1 ? "1 answer" : `${count(answers)} answers`);
export const noAnswers = "No answers yet.";
export const readAnswers = "Read them in the responses";
export const showResponses = (answer: string): string => `${answer}. Open responses`;
export const ofQuestion = (title: string): string => `: ${title}`;
export const severalPossible = "Several could be chosen, so the shares add up to more than 100%.";
export const rankedFirst = "How often each was ranked first.";
export const mostFrequent = (shown: number, all: number): string =>
  `The ${count(shown)} most frequent of ${count(all)}. The table has all.`;
export const answer = "Answer";
export const answersColumn = "Answers";
export const share = "Share";
export const shareOf = (sessions: number, part: number | null): string => `${count(sessions)} · ${percentText(part)}`;
export const statistics = { min: "Lowest", median: "Median", mean: "Mean", max: "Highest" };
export const statisticsLabel = (min: string, max: string, mean: string, median: string): string =>
  `From ${min} to ${max}, mean ${mean}, median ${median}.`;
export const row = "Row";
export const distributionLabel = (title: string): string => `Answers to “${title}”`;

export const scores = "Scores";
export const scoreLabel = (median: string, bins: number): string =>
  `Sessions by score in ${count(bins)} bins, median ${median}. The table has the figures.`;
export const scoreRange = "Score";
export const sessions = "Sessions";
export const byScore = "Responses by score";

export const nothingMatches = "No session matches these filters.";
export const clearFilters = "Clear the filters";

export const keys = [
  ["/", "Search"],
  ["R", "Refresh"],
] as const;
