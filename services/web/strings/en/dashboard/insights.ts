/** Statistics of a form’s sessions. */

import { axisText, numberText as count, counted, durationText, percentText } from "./numbers.ts";

export const title = "Insights";
export const refresh = "Refresh";
export const counting = "Updating. Showing earlier results.";
const relative = new Intl.RelativeTimeFormat("en");
export const updated = (minutes: number): string =>
  minutes < 1 ? "Updated just now" : `Updated ${relative.format(-minutes, "minute")}`;

export const dates = "Dates";
export const allTime = "All time";
export const showAllTime = "Show all time";
export const versions = "Version";
export const allVersions = "All versions";
export const version = (number: number): string => `Version ${count(number)}`;
export const currentVersion = (number: number): string => `${version(number)} (current)`;
export const searchAnswers = "Search answers…";
export const searchTitle = "Search answers";
export const searchLabel = "Words in answers";
export const searchChip = (text: string): string => `“${text}”`;
export const exportAction = "Export";

export const figures = {
  started: "Started",
  completed: "Completed",
  rate: "Completion rate",
  duration: "Median time",
};
export const figureLink = (name: string, value: number): string => `${name}: ${count(value)}. Open these responses`;
export const figuresTitle = "Summary";
export const comparedWith = (days: number): string =>
  days === 1 ? "vs. previous day" : `vs. previous ${count(days)} days`;
export const notShown = "Not shown to anyone yet";
export const noChange = "No change";
export const changes = {
  ratio: (ratio: number): string => percentText(Math.round(Math.abs(ratio) * 100) / 100),
  points: (points: number): string => counted(Math.round(Math.abs(points)), "point", "points"),
  time: (seconds: number): string => `${durationText(Math.abs(seconds))} ${seconds > 0 ? "slower" : "faster"}`,
};
/** for screen readers, before the size of a change */
export const directions = { up: "Up", down: "Down" };

export const overTime = "Responses over time";
export const bucketNames = { day: "Day", week: "Week", month: "Month", year: "Year" };
export const utcBuckets = (unit: keyof typeof bucketNames): string => `${bucketNames[unit]} (UTC)`;
export const utcDays = "Days in UTC";
export const utcPeriod =
  "Dates are in UTC because you can’t read responses. Answers of a day appear once 5 people started and 3 completed.";
export const overTimeLabel = (
  started: number,
  completed: number,
  points: number,
  unit: keyof typeof bucketNames,
): string =>
  `Responses by ${unit}: ${count(started)} started, ${count(completed)} completed, in ${counted(points, unit, `${unit}s`)}. The table lists all values.`;
export const bucketText = (name: string, started: number, completed: number): string =>
  `${name}: ${count(started)} started, ${count(completed)} completed`;

export const nps = "Net Promoter Score";
export const npsRange = "on a scale of −100 to 100";
export const npsScore = (score: number): string =>
  `${score > 0 ? "+" : score < 0 ? "−" : ""}${count(Math.abs(Math.round(score)))}`;
export const npsLabel = (score: string, question: string): string => `${nps} of “${question}”: ${score}`;
export const npsGroups = { detractors: "Detractors", passives: "Passives", promoters: "Promoters" };
export const npsAnswers = { detractors: "0–6", passives: "7–8", promoters: "9–10" };
export const npsGroup = "Group";

export const funnel = "Drop-off by question";
export const funnelNote = (version: number): string =>
  `Shows the questions of version ${version} with responses to all versions.`;
export const branchNote = "Branches are reached by fewer people.";
/** before the numbers of both states */
export const stopped = "“Dropped off” counts all who stopped at a question:";
export const view = "View";
export const views = { form: "Form order", lost: "Biggest drop-off", walk: "Flow" };
export const notCompleted = {
  in_progress: (sessions: number): string => `${count(sessions)} in progress`,
  abandoned: (sessions: number): string => `${count(sessions)} abandoned`,
};
export const noTitle = "Untitled";
export const left = (sessions: number, rate: number | null): string =>
  sessions === 0 ? "0" : `${count(sessions)} · ${percentText(rate)}`;
/** for screen readers, beside the figures of a row */
export const figureNames = { reached: "reached", left: "dropped off", time: "median time" };
export const showMore = (more: number, all: number): string => `Show ${count(more)} more of ${count(all)}`;
export const funnelColumns = {
  question: "Question",
  reached: "Reached",
  answered: "Answered",
  skipped: "Skipped",
  left: "Dropped off",
  rate: "Drop-off rate",
  time: "Time",
};
export const step = (number: number): string => `Step ${count(number)}`;
export const goesTo = "Goes to";
export const walkLabel = "Question flow";

export const questions = "Answers";
export const find = "Find a question";
export const noQuestion = "No questions match.";
export const answers = (answers: number): string => counted(answers, "answer", "answers");
export const rows = (rows: number): string => counted(rows, "row", "rows");
export const noAnswers = "No answers yet.";
export const mean = (mean: number): string => `mean ${count(mean)}`;
export const npsOf = (score: number): string => `NPS ${npsScore(score)}`;
export const questionMenu = (title: string): string => `Actions for “${title}”`;
export const openResponses = "Open responses";
export const readAll = (answers: number): string => (answers === 1 ? "Read it" : `Read all ${count(answers)}`);
export const latest = (title: string): string => `Latest answers to “${title}”`;
export const showResponses = (answer: string): string => `${answer}. Open responses`;
export const openResponse = (answer: string): string => `${answer}${/[.!?]$/.test(answer) ? "" : "."} Open response`;
export const ofQuestion = (title: string): string => `: ${title}`;
export const severalPossible = "Respondents could choose several answers, so percentages can exceed 100%.";
export const rankedFirst = "Number of times each option was ranked first.";
export const mostFrequent = (shown: number, all: number): string =>
  `Top ${count(shown)} of ${count(all)} answers. See the table for all.`;
export const answer = "Answer";
export const answersColumn = "Answers";
export const share = "Share";
export const columnText = (name: string, answers: number): string =>
  `${name}: ${counted(answers, "answer", "answers")}`;
export const scoreText = (name: string, responses: number): string =>
  `${name}: ${counted(responses, "response", "responses")}`;
/** A bucket of a histogram. Its end belongs to the next one, or to itself if it is the last. */
export const bucket = (from: number, to: number, isLast: boolean): string => {
  if (from === to) return axisText(from);
  return isLast ? `${axisText(from)} to ${axisText(to)}` : `${axisText(from)} to under ${axisText(to)}`;
};
export const statistics = { min: "Minimum", median: "Median", mean: "Mean", max: "Maximum" };
export const row = "Row";
export const distributionLabel = (title: string): string => `Answers to “${title}”`;

export const scores = "Scores";
export const scoreRange = "Score";
export const sessions = "Responses";
export const byScore = "Responses by score";

export const nothingMatches = "No responses match";
export const nothingMatchesText = "Choose other dates or remove a filter.";
export const fewResponses =
  "Too few people answered in this period. You can see answers once 5 people started and 3 completed, or with access to responses.";
export const clearFilters = "Clear filters";

export const keys = [
  ["/", "Search answers"],
  ["R", "Refresh"],
] as const;
