import { texts } from "../../domain/texts.ts";
import * as results from "./results.ts";

/** Texts of the API about the properties of results.ts. */
export const resultsTexts = [
  texts(results.PutResultsBody, {
    node_ids: "Questions to show. Null for all that can be shown, also those of later versions.",
    title: "Heading of the page.",
    expires_at: "Time from which the address shows nothing. Null for none.",
  }),
  texts(results.Results, {
    url: "Address of the page, which everybody can open.",
    title: "Heading of the page.",
    node_ids: "Questions that are shown. Null for all that can be shown.",
    expires_at: "Time from which the address shows nothing. Null for none.",
    created: "Time when the address was made.",
  }),
  texts(results.PublicResultQuestion, {
    node_id: "Node of the question.",
    title: "Title of the question.",
    question_type: "Type of the question.",
    answered: "Number of completed responses with an answer. Left out if it tells of 1 or 2 people.",
    counts: "Number of answers by option. Options with few answers are left out.",
    histogram: "Number of answers by range. Ranges with few answers are merged.",
    nps: "Net Promoter Score, for scales from 0 to 10. Left out if a group is small.",
    statistics: [
      "Left out where they would show how a range divides.",
      { mean: "Average of the answers.", median: "Median of the answers." },
    ],
  }),
  texts(results.PublicResults, {
    title: "Heading of the page.",
    updated_at: "Time of the figures.",
    completed: "Number of completed responses.",
    questions: "Questions with 5 or more answers, in the order of the form.",
  }),
];
