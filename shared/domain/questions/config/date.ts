import { Closed, field, type Static, Type } from "../../schema.ts";
import { declare } from "./declaration.ts";

/** About 274 years: a bound stays within the four-digit years, where ISO dates compare as text. */
const dayLimit = 100_000;

export const DaysFromToday = Closed({
  days_from_today: Type.Integer({
    ...field("integer", "Days from today", "Counted in UTC days. Negative values are before today."),
    minimum: -dayLimit,
    maximum: dayLimit,
  }),
});

/** Documented without its format: generators know no date type as a member of a union. */
const day = () => Type.String({ format: "date", documented: { type: "string", pattern: "^\\d{4}-\\d{2}-\\d{2}$" } });

const DateBound = (title: string) =>
  Type.Union([day(), DaysFromToday], {
    ...field("date", title),
    errorMessage: 'must be a date such as 2026-01-31 or {"days_from_today": n}',
  });

export type DateBound = Static<ReturnType<typeof DateBound>>;

export const date = declare(
  "date",
  { min: Type.Optional(DateBound("Earliest")), max: Type.Optional(DateBound("Latest")) },
  ({ min, max }, report) => {
    // a fixed and a moving bound can't be compared: they agree on some days
    const areFixed = typeof min === "string" && typeof max === "string" && min > max;
    const areMoving = typeof min === "object" && typeof max === "object" && min.days_from_today > max.days_from_today;
    if (areFixed || areMoving) report("min", "must not be after max");
  },
);
