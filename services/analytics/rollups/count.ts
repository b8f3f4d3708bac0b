import type { Reader } from "../../../shared/platform/database/open.ts";
import { type Calculations, calculationsByVersion } from "../answers/calculations.ts";
import { wholeDays } from "../figures/days.ts";
import { addCalculations } from "../figures/facts.ts";
import type { Tally } from "../figures/tally.ts";
import { type Filters, ofCompleted } from "../filters.ts";
import { knownValues } from "../insights/calculations.ts";
import { slices } from "../slices.ts";
import { tableSessions } from "../store/export.ts";
import { tallySessions, tallyVisits } from "../store/insights.ts";
import { inSnapshot } from "../store/read.ts";
import { foldedPosition } from "../store/rollups.ts";
import { foundIn } from "../store/search.ts";
import type { TableSession } from "../store/table.ts";
import { type Counting, countRolled, type Wanted } from "./countRolled.ts";

export interface Figures {
  tally: Tally;
  /** null if there is nothing to compare with */
  previous: Tally | null;
}

interface Asked {
  formId: string;
  filters: Filters;
  /** of the period to compare with */
  previous: Filters | null;
  /** of the visits; null: only figures of sessions */
  wanted: Wanted | null;
}

/**
 * Counts everything in one snapshot: from rollups, with the sessions that these don't have yet (docs/adr/0015). Searches, parts of
 * days and forms without rollups are counted session by session.
 */
export function countFigures(
  { pool, isDistributed = false }: Reader,
  calculations: Calculations,
  { formId, filters, previous, wanted }: Asked,
): Promise<Figures> {
  return inSnapshot(pool, async (client) => {
    const folded = await foldedPosition(client, formId);
    const counting = { client, isDistributed, calculations, formId, folded };
    return {
      tally: await tallyOf(counting, filters, wanted),
      previous: previous && (await tallyOf(counting, previous, null)),
    };
  });
}

/** `wanted`: of the visits; null: only figures of sessions. */
async function tallyOf(counting: Counting, filters: Filters, wanted: Wanted | null): Promise<Tally> {
  const { folded } = counting;
  const tally: Tally = new Map();
  const { words, answers, language, links, source } = filters;
  const isSearch = words.length > 0 || answers.length > 0 || [language, links, source].some((one) => one !== null);
  const { whole, partial } =
    folded === null || isSearch ? { whole: null, partial: [filters.started] } : wholeDays(filters.started);
  if (whole && folded !== null) {
    await countRolled({ ...counting, folded }, tally, { ...filters, started: whole }, wanted);
  }
  for (const started of partial) await countDirectly(counting, tally, { ...filters, started }, wanted);
  return tally;
}

/** Adds sessions one by one. */
async function countDirectly(
  { client, isDistributed, calculations, formId }: Counting,
  tally: Tally,
  filters: Filters,
  wanted: Wanted | null,
): Promise<void> {
  const found = filters.words.length > 0 ? await foundIn({ pool: client }, formId, filters.words) : null;
  const counted = { isDistributed, formId, filters, ids: null, found };
  await tallySessions(client, tally, counted);
  if (!wanted) return;
  await tallyVisits(client, tally, counted, wanted.tabulated);
  if (!wanted.hasCalculations) return;
  const completed = ofCompleted(filters);
  if (!completed) return;
  for await (const sessions of tableSessions({ pool: client, isDistributed }, formId, completed)) {
    const owned = sessions.map((session) => ({ ...session, form_id: formId }));
    const own = await calculationsByVersion(calculations, owned);
    await slices.finish(addTable(tally, owned, own));
  }
}

function* addTable(
  tally: Tally,
  sessions: readonly (TableSession & { form_id: string })[],
  own: Awaited<ReturnType<typeof calculationsByVersion>>,
): Generator<void, void> {
  for (const session of sessions) {
    addCalculations(tally, yield* knownValues(own(session), session), 1);
    yield;
  }
}
