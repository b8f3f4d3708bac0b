import { moreTexts, texts } from "../../domain/texts.ts";
import { search } from "./filters.texts.ts";
import * as insights from "./insights.ts";
import { responseFilters } from "./sessions.texts.ts";

const statistics = {
  min: "Lowest value. Null without values.",
  max: "Highest value. Null without values.",
  mean: "Average of the values.",
  median: "Median of the values.",
};

/** Figures of a period. */
const figures = {
  sessions: [
    "Numbers of sessions in the period.",
    {
      started: "Sessions that were started.",
      completed: "Sessions that were completed.",
      abandoned: "Sessions without activity for the time of `ABANDON_AFTER_MINUTES`.",
      in_progress: "Sessions that are neither completed nor abandoned.",
      completion_rate: "Completed divided by started sessions, from 0 to 1. Null without sessions.",
      median_duration_seconds: "Median seconds from start to completion. Null without completed sessions.",
    },
  ],
  score: [
    "Total scores of completed sessions.",
    {
      min: "Lowest total score. Null without completed sessions.",
      median: "Median total score.",
      max: "Highest total score.",
      histogram: "Number of sessions by range of the total score.",
    },
  ],
} as const;

/** Texts of the API about the properties of insights.ts. */
export const insightsTexts = [
  moreTexts(insights.InsightsQuery, { ...responseFilters, search }),
  texts(insights.Bucket, {
    from: "Lower end of the range.",
    to: "Upper end of the range.",
    count: "Number of values in the range.",
  }),
  texts(insights.Nps, {
    promoters: "Answers of 9 and 10.",
    passives: "Answers of 7 and 8.",
    detractors: "Answers from 0 to 6.",
    score: "Percentage of promoters minus percentage of detractors.",
  }),
  texts(insights.FunnelStep, {
    node_id: "Node of the step.",
    page_id: "The page that shows the node. Null if it is shown alone.",
    title: "Title of the node.",
    reached: "Sessions that reached the node.",
    answered: "Sessions that answered it.",
    skipped: "Sessions that skipped it.",
    left: "Sessions that ended there without completing.",
    drop_off_rate: "Sessions that left divided by sessions that reached it. Null if none did.",
    median_seconds: "Median seconds until the answer.",
  }),
  texts(insights.Share, {
    value: "Value of the option. Null for “Other”.",
    label: "Label of the option.",
    count: "Number of answers with the option.",
  }),
  texts(insights.QuestionInsight, {
    node_id: "Node of the question.",
    question_type: "Type of the question.",
    title: "Title of the question in the version that insights show.",
    answers: "Number of answers.",
    distribution: "Number of answers by option, for questions with options.",
    statistics: ["Statistics of numeric answers.", statistics],
    histogram: "Number of answers by range, for numeric answers.",
    nps: "Net Promoter Score, for scales from 0 to 10.",
    rows: "Number of rows of all answers, for records. `statistics` and `histogram` are about the rows of each answer.",
    fields: "Figures of each field, for records.",
  }),
  texts(insights.FieldInsight, {
    key: "Key of the field.",
    title: "Title of the field.",
    question_type: "Type of the field.",
    answers: "Number of rows with a value.",
    distribution: "Number of rows by value, for yes or no.",
    statistics: ["Statistics of numbers.", statistics],
    histogram: "Number of rows by range, for numbers.",
  }),
  texts(insights.CalculationInsight, {
    key: "Key of the calculation.",
    title: "Title of the calculation.",
    answers: "Number of sessions with a value.",
    statistics: ["Statistics of the values.", statistics],
    histogram: "Number of sessions by range of the value.",
    bands: [
      "Number of sessions by band.",
      { key: "Key of the band.", label: "Label of the band.", count: "Sessions whose value is in the band." },
    ],
  }),
  texts(insights.Insights, {
    ...figures,
    by_day: [
      "Numbers by UTC day, without gaps.",
      { date: "The UTC day.", started: "Sessions started on that day.", completed: "Sessions completed on that day." },
    ],
    funnel: "Steps in the order of the graph, with the respondents who left at each.",
    questions: "Summaries of the answers by question.",
    calculations: "Summaries of the calculations.",
    previous: ["The same numbers for the period before. Null without `compare`.", figures],
    endings: "Only of a small period.",
    is_small:
      "True if you may not read responses, and fewer than 5 sessions started or 3 completed. There are only counts of sessions then.",
  }),
];
