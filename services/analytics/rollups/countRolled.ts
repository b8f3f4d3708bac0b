import type pg from "pg";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { each } from "../../../shared/platform/timeSlices.ts";
import type { Calculations } from "../answers/calculations.ts";
import { periodsIn } from "../figures/days.ts";
import { addCalculations, addCounted } from "../figures/facts.ts";
import { addText, isResult, type Tally } from "../figures/tally.ts";
import { type Filters, ofCompleted } from "../filters.ts";
import { slices } from "../slices.ts";
import { keptMatching } from "../store/contributions.ts";
import { type Tabulated, tallySessions, tallyVisits } from "../store/insights.ts";
import { distinctLimit, readByIndex, rollupTexts, unrolledSessions } from "../store/rollups.ts";
import { readContributions } from "./contributions.ts";

/** Figures of visits to count. */
export interface Wanted {
  tabulated: Tabulated;
  hasCalculations: boolean;
}

/** One snapshot of a form. */
export interface Counting extends Required<Pick<Reader, "isDistributed">> {
  client: pg.PoolClient;
  calculations: Calculations;
  formId: string;
  /** position up to which contributions are in the rollups; null: the form has no rollups */
  folded: number | null;
}

/**
 * Adds sessions that started on whole days: the rollups, with the contributions and sessions that came after them. `wanted`: of the
 * visits; null: only figures of sessions.
 */
export async function countRolled(
  { client, isDistributed, calculations, formId, folded }: Counting & { folded: number },
  tally: Tally,
  filters: Filters,
  wanted: Wanted | null,
): Promise<void> {
  await readByIndex(client);
  const periods = periodsIn(filters.started);
  for (const { status, text } of await rollupTexts(client, formId, { ...filters, periods }, wanted !== null)) {
    await slices.finish(addText(tally, text, (name) => status !== "completed" && isResult(name)));
  }
  const ids = await unrolledSessions(client, formId, filters.started);
  const kept = await keptMatching(client, formId, { folded, ids, filters });
  const [added, outdated] = [
    kept.filter(({ position }) => position > folded),
    kept.filter((one) => one.position <= folded),
  ];
  await slices.finish(each(added, (one) => addCounted(tally, one, 1, distinctLimit)));
  await slices.finish(each(outdated, (one) => addCounted(tally, one, -1, distinctLimit)));
  const counted = { isDistributed, formId, filters, ids, found: null };
  await tallySessions(client, tally, counted);
  if (!wanted) return;
  await tallyVisits(client, tally, counted, wanted.tabulated);
  if (wanted.hasCalculations) await addUnrolledCalculations(client, calculations, tally, counted);
}

const chunk = 1_000;

async function addUnrolledCalculations(
  client: pg.PoolClient,
  calculations: Calculations,
  tally: Tally,
  { filters, ids }: { filters: Filters; ids: readonly string[] },
): Promise<void> {
  const completed = ofCompleted(filters);
  for (let at = 0; completed && at < ids.length; at += chunk) {
    const read = await readContributions(client, calculations, ids.slice(at, at + chunk), completed);
    for (const { facts } of read) addCalculations(tally, facts.c, 1);
  }
}
