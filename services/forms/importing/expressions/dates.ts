import { fixed, type Machine, type Operation, two } from "./machine.ts";
import { areDates, dateOf, span } from "./numbers.ts";
import { type Term, Unmapped } from "./terms.ts";
import { joinedTexts } from "./texts.ts";
import { type Case, cases, combined, isEmptyText, numeric, unknown, type Value } from "./values.ts";

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
  if (!unit) return joinedTexts([found], machine.scope);
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
