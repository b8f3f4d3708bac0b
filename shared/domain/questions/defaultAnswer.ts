import { type Bounds, boundDay, boundsOf } from "../dates.ts";
import { isObject, type Json } from "../json.ts";
import type { CheckContext, CompiledQuestion } from "./question.ts";

type MovingDay = "today" | { days_from_today: number };

/** Returns whether a default of a date is counted from today. */
export const isMovingDay = (given: unknown): given is MovingDay => given === "today" || isObject(given);

/**
 * Returns the default answer to show (features §16), or null without one that the question accepts here. `day`: of the device,
 * for days that are counted from today.
 */
export function defaultAnswer({ domain, config, check }: Asked, context: CheckContext, day = context.today): Json {
  const given = config.default as Json | undefined;
  if (given === undefined) return null;
  const isMoving = domain?.family === "date" && domain.precision === "day" && isMovingDay(given);
  const value = isMoving ? dayWithin(given, config, day, context.today) : given;
  const reply = check(value, context);
  return reply.kind === "answer" ? reply.answer : null;
}

type Asked = Pick<CompiledQuestion, "domain" | "config" | "check">;

/** The limits are relative to `today`, as the service checks them. */
function dayWithin(given: MovingDay, limits: Bounds, day: string, today: string): string {
  const wanted = given === "today" ? day : (boundDay(given, day) ?? day);
  const [first, last] = boundsOf(limits, "day", today);
  if (first !== null && wanted < first) return first;
  return last !== null && wanted > last ? last : wanted;
}
