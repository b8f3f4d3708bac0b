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
];
