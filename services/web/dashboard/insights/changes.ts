import type { Insights } from "../../../../shared/api/shapes/insights.ts";
import * as words from "../../strings/en/dashboard/insights.ts";
import { endOf, startOf } from "../url/days.ts";

type Sessions = Insights["sessions"];

/** A figure's difference to the period before. */
export interface Change {
  direction: "up" | "down" | "same";
  text: string;
}

export type TileName = keyof typeof words.figures;

const change = (difference: number, text: string, isUp = difference > 0): Change =>
  difference === 0 ? { direction: "same", text: words.noChange } : { direction: isUp ? "up" : "down", text };

/** Returns the change of a tile, or null if the period before has nothing to compare with. A shorter time is "up". */
export function changeOf(name: TileName, now: Sessions, before: Sessions): Change | null {
  if (name === "rate") return points(now.completion_rate, before.completion_rate);
  if (name === "duration") return time(now.median_duration_seconds, before.median_duration_seconds);
  if (before[name] === 0) return null;
  const ratio = now[name] / before[name] - 1;
  return change(ratio, words.changes.ratio(ratio));
}

function points(now: number | null, before: number | null): Change | null {
  if (now === null || before === null) return null;
  const difference = Math.round((now - before) * 100);
  return change(difference, words.changes.points(difference));
}

function time(now: number | null, before: number | null): Change | null {
  if (now === null || before === null) return null;
  const difference = Math.round(now - before);
  return change(difference, words.changes.time(difference), difference < 0);
}

/** Returns the number of days in a period, both ends included. */
export const daysIn = (from: string, to: string): number =>
  Math.max(1, Math.round((endOf(to) - startOf(from)) / 86_400_000));
