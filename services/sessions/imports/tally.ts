import { type RefusedCell, shownRefusals } from "../../../shared/api/shapes/responseImports.ts";
import type { StorableRow } from "../importing/child.ts";

/** Counts of an import or of its check. */
export interface Tally {
  skipped: number;
  refused_count: number;
  refused_rows: number;
  incomplete_count: number;
  refused: RefusedCell[];
}

export const emptyTally = (): Tally => ({
  skipped: 0,
  refused_count: 0,
  refused_rows: 0,
  incomplete_count: 0,
  refused: [],
});

/** Refusals shown of each column and reason. */
const shownEach = 5;

/** Counts a row that is refused whole or in part. */
export function countRefusals(
  tally: Tally,
  { row, refused, session }: Pick<StorableRow, "row" | "refused" | "session">,
): void {
  for (const part of refused) addRefusal(tally, { row, ...part });
  if (!session) tally.refused_rows += 1;
}

export function addRefusal(tally: Tally, refusal: RefusedCell): void {
  tally.refused_count += 1;
  if (tally.refused.length >= shownRefusals) return;
  const alike = tally.refused.filter(({ column, reason }) => column === refusal.column && reason === refusal.reason);
  if (alike.length < shownEach) tally.refused.push(refusal);
}

/** Shows where a file breaks off, which is the last refusal. */
export function addEnd(tally: Tally, { row, reason }: { row: number; reason: string }): void {
  tally.refused_count += 1;
  tally.refused = [...tally.refused.slice(0, shownRefusals - 1), { row, column: null, reason }];
}
