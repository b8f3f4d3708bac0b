/** date (decisions §4.1): a day without a time or a zone. */

import { oneColumn, plainCell } from "./columns.ts";
import { integer, isObject, object, optional, parse, type Read, type Rule } from "./config.ts";
import type { Question } from "./question.ts";
import { answered, refused } from "./reply.ts";
import { scoringModes } from "./scoring.ts";

/** About 274 years: a bound stays within the four-digit years, where ISO dates compare as text. */
const MAX_DAYS = 100_000;

type Bound = string | { days_from_today: number };

const relative = object({ days_from_today: integer({ min: -MAX_DAYS, max: MAX_DAYS }) });
const bound: Rule<Bound> = {
  read(raw, path, problems) {
    if (isObject(raw)) return relative.read(raw, path, problems);
    if (isRealDate(raw)) return raw;
    problems.push(`${path}: must be a date (YYYY-MM-DD) or {"days_from_today": n}`);
    return undefined;
  },
};

const config = object({ min: optional(bound), max: optional(bound) }, ({ min, max }, report) => {
  // a fixed and a moving bound can't be compared: they agree on some days
  const areFixed = typeof min === "string" && typeof max === "string" && min > max;
  const areMoving = typeof min === "object" && typeof max === "object" && min.days_from_today > max.days_from_today;
  if (areFixed || areMoving) report("min", "must not be after max");
});

export const date: Question<Read<typeof config>> = {
  family: "date",
  scoring: scoringModes.date,
  parseConfig: (raw) => parse(config, raw),
  check(value, { min, max }, { today }) {
    if (!isRealDate(value)) return refused("must be a real date, YYYY-MM-DD");
    const [first, last] = [dayOf(min, today), dayOf(max, today)];
    if (first !== null && value < first) return refused(`must not be before ${first}`);
    if (last !== null && value > last) return refused(`must not be after ${last}`);
    return answered(value);
  },
  domain: ({ min, max }) => ({ family: "date", min: fixed(min), max: fixed(max) }),
  columns: oneColumn,
  cells: plainCell,
};

/** `2023-02-29` is not one. Years 0001 to 9999. */
function isRealDate(raw: unknown): raw is string {
  if (typeof raw !== "string" || !/^\d{4}-\d{2}-\d{2}$/.test(raw) || raw.startsWith("0000")) return false;
  const day = new Date(`${raw}T00:00:00Z`);
  // JavaScript may roll 30 February over into March
  return !Number.isNaN(day.getTime()) && isoDay(day) === raw;
}

/** Without a `today` (the config is looked at, not an answer) a moving bound binds nothing. */
function dayOf(bound: Bound | undefined, today: string): string | null {
  if (bound === undefined || typeof bound === "string") return bound ?? null;
  if (today === "") return null;
  const day = new Date(`${today}T00:00:00Z`);
  day.setUTCDate(day.getUTCDate() + bound.days_from_today);
  return isoDay(day);
}

function fixed(bound: Bound | undefined): string | null {
  return typeof bound === "string" ? bound : null;
}

function isoDay(day: Date): string {
  return day.toISOString().slice(0, 10);
}
