import { Closed, field, type Static, Type } from "../../schema.ts";
import { declare } from "./declaration.ts";

/** About 274 years, so that limits have four-digit years and ISO dates compare as text. */
const dayLimit = 100_000;

export const DaysFromToday = Closed({
  days_from_today: Type.Integer({
    ...field("integer", "Days from today", "Counted in UTC days. Negative values are before today."),
    minimum: -dayLimit,
    maximum: dayLimit,
  }),
});

/** Documented without its format, because client generators don't support dates in unions. */
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
    // a fixed and a relative limit can't be compared
    const areFixed = typeof min === "string" && typeof max === "string" && min > max;
    const areMoving = typeof min === "object" && typeof max === "object" && min.days_from_today > max.days_from_today;
    if (areFixed || areMoving) report(["min"], { kind: "after_setting", setting: "max" });
  },
);
