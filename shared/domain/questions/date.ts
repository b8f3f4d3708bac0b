/** date (decisions §4.1): a day without time or time zone. */

import { boundDay, isRealDate } from "../dates.ts";
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
  check(value, { min, max }, { today }) {
    if (!isRealDate(value)) return refused("must be a date such as 2026-01-31", "date");
    const [first, last] = [boundDay(min, today), boundDay(max, today)];
    if (first !== null && value < first) return refused(`must not be before ${first}`, "too_early", first);
    if (last !== null && value > last) return refused(`must not be after ${last}`, "too_late", last);
    return answered(value);
  },
  domain: ({ min, max }) => ({ family: "date", min: fixed(min), max: fixed(max) }),
  columns: oneColumn,
  cells: plainCell,
};

function fixed(bound: DateBound | undefined): string | null {
  return typeof bound === "string" ? bound : null;
}
