import { moreTexts, texts } from "../../domain/texts.ts";
import { Usage, UsageQuery } from "./usage.ts";

/** Texts of the API about the properties of usage.ts. */
export const usageTexts = [
  moreTexts(UsageQuery, { key_id: "Only requests with this API key." }),
  texts(Usage, {
    totals: [
      "Numbers of the whole period.",
      {
        requests: "Requests in the period.",
        errors: "Requests with 4xx or 5xx.",
        error_rate: "Errors divided by requests. Null without requests.",
      },
    ],
    by_day: [
      "Numbers by UTC day.",
      { date: "The UTC day.", requests: "Requests on that day.", errors: "Errors on that day." },
    ],
    by_endpoint: [
      "Numbers by endpoint, the busiest first.",
      {
        method: "HTTP method of the endpoint.",
        path: "Path template of the endpoint.",
        requests: "Requests to the endpoint.",
        errors: "Errors of the endpoint.",
        error_rate: "Errors divided by requests.",
        p50_ms: "Median latency in ms.",
        p95_ms: "95th percentile of the latency in ms.",
      },
    ],
    by_key: [
      "Numbers by API key.",
      {
        key_id: "ID of the key. Null for the dashboard.",
        name: "Name of the key.",
        prefix: "First characters of the key.",
        requests: "Requests with the key.",
        errors: "Errors of the key.",
        error_rate: "Errors divided by requests with the key.",
      },
    ],
  }),
];
