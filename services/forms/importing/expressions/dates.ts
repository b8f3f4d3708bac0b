import { calendarOf, weekdayOf } from "./calendar.ts";
import { fixed, type Machine, type Operation, two } from "./machine.ts";
import { areDates, dateOf, numberOf, span } from "./numbers.ts";
import type { Scope } from "./scope.ts";
import { type Term, Unmapped } from "./terms.ts";
import { joinedTexts, namesOfNumber, writtenDay } from "./texts.ts";
import { all } from "./truth.ts";
import { type Case, cases, combined, isEmptyText, numeric, only, unknown, type Value } from "./values.ts";

export function spanOf(unit: "days" | "months" | "years"): Operation {
  return (args, machine) => {
    const [from, to] = two(args).map(machine.cases) as [Case[], Case[]];
    return combined(from, to, (f, t) => numeric(isEmptyText(f) || isEmptyText(t) ? unknown : span(unit, f, t)));
  };
}

/** The first day of the calendar, from which years and months are counted. */
const start: Value = { kind: "date", day: "0001-01-01", plus: 0 };

/** Years and months of a date are numbers. A whole date is itself. */
export function formattedDate(args: readonly Term[], machine: Machine): Case[] {
  const [date, format] = two(args);
  const pattern = String(fixed(format, machine));
  const found = machine.cases(date);
  if (pattern === "%Y-%m-%d") return found;
  const parts = { "%Y": "years", "%m": "months", "%n": "months" } as const;
  const unit = parts[pattern as keyof typeof parts];
  if (!unit) return otherFormat(found, pattern, machine.scope);
  return cases(
    found.flatMap(({ when, value }) => {
      if (isEmptyText(value)) return [{ when, value }];
      if (!dateOf(value) && !areDates(value, start)) throw new Unmapped("it formats something other than a date");
      const count = span(unit, start, value);
      const part = { add: [unit === "years" ? count : { mod: [count, 12] }, 1] };
      return [{ when, value: { kind: "number" as const, part } }];
    }),
  );
}

/** Moves dates by a number of days. */
export const moved = ([dates, counts]: [Case[], Case[]], scope: Scope): Case[] =>
  combined(dates, counts, (value, count) => {
    if (isEmptyText(value)) return only(value);
    const date = dateOf(value);
    if (!date) throw new Unmapped("it moves something other than a date");
    const by = numberOf(only(count), scope);
    return only({
      kind: "date",
      day: date.day,
      plus: typeof date.plus === "number" && typeof by === "number" ? date.plus + by : { add: [date.plus, by] },
    });
  });

/** Day, weekday and name of the month of any date. Longer formats of an answer are those of the respondent's language. */
function otherFormat(found: readonly Case[], pattern: string, scope: Scope): Case[] {
  const read = formats[pattern];
  return cases(
    found.flatMap(({ when, value }) => {
      const date = isEmptyText(value) ? null : dateOf(value);
      const isAnswer = value.kind === "target";
      if (!date || (isAnswer && !read)) return under(when, joinedTexts([only(value)], scope));
      if (!read)
        return [
          { when, value: { kind: "text" as const, text: writtenDay({ kind: "date", ...date }, pattern, scope) } },
        ];
      const number = read(date, scope);
      const isName = pattern === "%b" || pattern === "%a";
      return under(when, isName ? namesOfNumber(number, pattern, scope) : numeric(number));
    }),
  );
}

type Day = NonNullable<ReturnType<typeof dateOf>>;
const formats: Readonly<Record<string, (date: Day, scope: Scope) => unknown>> = {
  "%d": (date, scope) => calendarOf(date, scope).day,
  "%e": (date, scope) => calendarOf(date, scope).day,
  "%b": (date, scope) => calendarOf(date, scope).month,
  "%a": weekdayOf,
  "%w": weekdayOf,
};

const under = (when: Case["when"], found: readonly Case[]): Case[] =>
  found.map((one) => ({ when: all([when, one.when]), value: one.value }));
