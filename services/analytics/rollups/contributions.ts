import type pg from "pg";
import type { CompiledCalculations } from "../../../shared/domain/graph/calculations/compile.ts";
import type { CalculationResults } from "../../../shared/domain/graph/types.ts";
import { isCounted } from "../../../shared/domain/questions/tabulated.ts";
import {
  byVersion,
  type Calculations,
  calculationsByVersion,
  type ReadSession,
  type RowChoices,
} from "../answers/calculations.ts";
import { type Facts, valuesIn } from "../figures/facts.ts";
import type { Filters } from "../filters.ts";
import { knownValues } from "../insights/calculations.ts";
import { slices } from "../slices.ts";
import { readWalks, type StoredContribution, type WalkRow } from "../store/contributions.ts";

/** Reads sessions and what each adds. */
export async function readContributions(
  client: Pick<pg.PoolClient, "query">,
  calculations: Calculations,
  sessionIds: readonly string[],
  filters?: Filters,
): Promise<StoredContribution[]> {
  const rows = await readWalks(client, sessionIds, filters);
  const own = await calculationsByVersion(calculations, rows);
  return slices.finish(contributionsOf(rows, own, await byVersion(rows, calculations.choicesOf)));
}

function* contributionsOf(
  rows: readonly WalkRow[],
  own: Awaited<ReturnType<typeof calculationsByVersion>>,
  choices: (row: WalkRow) => RowChoices | undefined,
): Generator<void, StoredContribution[]> {
  const contributions: StoredContribution[] = [];
  for (const row of rows) {
    const { session_id, form_id, version_number, status, day } = row;
    const facts = yield* gatherFacts(row, own(row), choices(row));
    contributions.push({ session_id, form_id, version_number, status, day, facts });
    yield;
  }
  return contributions;
}

function* gatherFacts(
  row: WalkRow,
  own: CompiledCalculations | null,
  choices: RowChoices | undefined,
): Generator<void, Facts> {
  const visits = row.visits ?? [];
  return {
    s: row.total_score,
    d: row.duration,
    n: row.current_node_id,
    v: visits.map(([nodeId, type, seconds, answer]) => [
      nodeId,
      type,
      seconds,
      ...(seconds !== null && isCounted(type) ? valuesIn(type, answer, choices?.get(nodeId)) : []),
    ]),
    c: own ? yield* knownValues(own, readSessionOf(row, visits)) : [],
  };
}

function readSessionOf(
  row: WalkRow,
  visits: NonNullable<WalkRow["visits"]>,
): ReadSession & { calculations?: CalculationResults } {
  const answered = visits.filter(([, , seconds]) => seconds !== null);
  return {
    answers: Object.fromEntries(answered.map(([nodeId, , , answer]) => [nodeId, answer])),
    scores: Object.fromEntries(answered.map(([nodeId, , , , score]) => [nodeId, score])),
    hidden: row.hidden,
    total_score: row.total_score,
    started_at: row.started_at.toISOString(),
    ...(row.kept_calculations && { calculations: row.kept_calculations }),
  };
}
