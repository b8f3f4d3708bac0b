import type { Insights } from "../../../shared/api/shapes/insights.ts";
import { dayMs } from "../../../shared/domain/dates.ts";
import type { DateRange } from "../../../shared/platform/dateRange.ts";

/** Periods whose answers don't show one person's, for callers who may not read responses (teams §20.21.5). Pure. */

/** Fewest sessions of a block. */
const fewest = { started: 5, completed: 3 };

/** UTC days from `from` to before `before`, in Unix ms. */
export interface Block {
  from: number;
  before: number;
}

/**
 * Joins days, oldest first, into blocks. Last days with fewer sessions are in none. `days`: all days of a form, in order. So two
 * periods never differ by less than a block.
 */
export function blocksOf(days: Insights["by_day"]): Block[] {
  const blocks: Block[] = [];
  const open = { from: 0, started: 0, completed: 0 };
  for (const { date, started, completed } of days) {
    const start = Date.parse(date);
    if (open.started === 0) open.from = start;
    open.started += started;
    open.completed += completed;
    if (open.started < fewest.started || open.completed < fewest.completed) continue;
    blocks.push({ from: open.from, before: start + dayMs });
    Object.assign(open, { started: 0, completed: 0 });
  }
  return blocks;
}

/** Returns the range of the blocks that lie in a period whole, or null if none does. */
export function blocksIn(blocks: readonly Block[], { from, before }: DateRange): DateRange | null {
  const [first, last] = [from?.getTime() ?? Number.NEGATIVE_INFINITY, before?.getTime() ?? Number.POSITIVE_INFINITY];
  const inside = blocks.filter((block) => block.from >= first && block.before <= last);
  const [start, end] = [inside[0], inside.at(-1)];
  return start && end ? { from: new Date(start.from), before: new Date(end.before) } : null;
}
