/** date (decisions §4.1, wants §23): a day, a day with a time, or a time of day, without time zone. */

import { boundsOf, isAtPrecision, precisionNames } from "../dates.ts";
import { oneColumn, plainCell } from "./columns.ts";
import type * as config from "./config/date.ts";
import type { DateBound } from "./config/date.ts";
import type { ConfigOf } from "./config/declaration.ts";
import type { Question } from "./question.ts";
import { answered, refused } from "./reply.ts";
import { scoringModes } from "./scoringModes.ts";

type Config = ConfigOf<typeof config.date, "date">;

export const date: Question<Config> = {
  family: "date",
  scoring: scoringModes.date,
  check(value, config, { today }) {
    const { precision } = config;
    if (!isAtPrecision[precision](value)) return refused(`must be ${precisionNames[precision]}`, "date");
    const [first, last] = boundsOf(config, precision, today);
    if (first !== null && value < first) return refused(`must not be before ${first}`, "too_early", first);
    if (last !== null && value > last) return refused(`must not be after ${last}`, "too_late", last);
    return answered(value);
  },
  domain: ({ precision, min, max }) => ({ family: "date", precision, min: fixed(min), max: fixed(max) }),
  columns: oneColumn,
  cells: plainCell,
};

function fixed(bound: DateBound | undefined): string | null {
  return typeof bound === "string" ? bound : null;
}
