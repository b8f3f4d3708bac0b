import { texts } from "../../domain/texts.ts";
import * as retention from "./retention.ts";

/** Texts of the API about the properties of retention.ts. */
export const retentionTexts = [
  texts(retention.RetentionQuery, { days: "Days without activity." }),
  texts(retention.RetentionPreview, {
    count: "Responses that would be deleted now.",
    oldest: "The oldest last activity of those. Null if there are none.",
    by_month: [
      "The oldest 24 months that have some.",
      { month: "Month of the last activity in UTC, `YYYY-MM`.", count: "Responses of the month." },
    ],
  }),
];
