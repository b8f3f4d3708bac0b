import { isAtPrecision, type Precision, precisionNames } from "../../dates.ts";
import { Closed, field, type Static, Type } from "../../schema.ts";
import { defaults } from "../defaults.ts";
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

/** A day, a day with a time, or a time, as a part of a pattern. */
export const datePattern = "(\\d{4}-\\d{2}-\\d{2}(T\\d{2}:\\d{2})?|\\d{2}:\\d{2})";

/** Documented without its format, because client generators don't support dates in unions. */
const anyDate = () => Type.String({ format: "any-date", documented: { type: "string", pattern: `^${datePattern}$` } });

const DateBound = (title: string) =>
  Type.Union([anyDate(), DaysFromToday], {
    ...field("date", title),
    errorMessage: 'must be a date such as 2026-01-31 or {"days_from_today": n}',
  });

const isBound = (bound: DateBound, precision: Precision): boolean =>
  typeof bound === "string" ? isAtPrecision[precision](bound) : precision !== "time";

const expectedBound = (precision: Precision): string =>
  `must be ${precisionNames[precision]}${precision === "time" ? "" : ' or {"days_from_today": n}'}`;

export type DateBound = Static<ReturnType<typeof DateBound>>;

export const date = declare(
  "date",
  {
    precision: Type.Optional(
      Type.Enum(["day", "minute", "time"], {
        ...field(
          "choice",
          "Asks for",
          "A day such as 2026-01-31, a day with a time such as 2026-01-31T14:30, or a time such as 14:30.",
        ),
        default: defaults.date.precision,
      }),
    ),
    min: Type.Optional(DateBound("Earliest")),
    max: Type.Optional(DateBound("Latest")),
  },
  ({ precision, min, max }, report) => {
    const unfit = Object.entries({ min, max }).filter(([, bound]) => bound !== undefined && !isBound(bound, precision));
    for (const [key] of unfit) report([key], { kind: "wrong_format", expected: expectedBound(precision) });
    if (unfit.length > 0) return;
    // a fixed and a relative limit can't be compared
    const areFixed = typeof min === "string" && typeof max === "string" && min > max;
    const areMoving = typeof min === "object" && typeof max === "object" && min.days_from_today > max.days_from_today;
    if (areFixed || areMoving) report(["min"], { kind: "after_setting", setting: "max" });
  },
);
