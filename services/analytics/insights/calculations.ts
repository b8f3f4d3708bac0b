import type { CalculationInsight } from "../../../shared/api/shapes/insights.ts";
import type { CompiledCalculations } from "../../../shared/domain/graph/calculations/compile.ts";
import { labelOf } from "../../../shared/domain/graph/calculations/results.ts";
import type { CalculationResults } from "../../../shared/domain/graph/types.ts";
import { calculatingRead, keptOr, type ReadSession } from "../answers/calculations.ts";
import type { Facts } from "../figures/facts.ts";
import { figure, type Tally } from "../figures/tally.ts";
import { numberBuckets } from "./buckets.ts";
import { numbersOf, statistics, total } from "./frequencies.ts";

/** Computes the known values of a session's own calculations, or takes the kept ones, with the keys of their bands (features §12), in parts. */
export function* knownValues(
  own: CompiledCalculations | null,
  session: ReadSession & { calculations?: CalculationResults },
): Generator<void, Facts["c"]> {
  const results = yield* keptOr(session, calculatingRead(own, session));
  return Object.entries(results).flatMap(([key, { value, band }]): Facts["c"] =>
    value === null ? [] : [[key, value, band]],
  );
}

/** Returns the figures of one version's calculations. Sessions of other versions count where these have the same key. */
export const calculationFigures = ({ list }: CompiledCalculations, tally: Tally): CalculationInsight[] =>
  list.map(({ key, title, bands }) => {
    const values = numbersOf(tally.get(figure("value", key)));
    const byBand = tally.get(figure("band", key));
    return {
      key,
      title,
      answers: total(values),
      statistics: statistics(values),
      histogram: numberBuckets(values),
      bands: bands.map((band) => ({ key: band.key, label: labelOf(band), count: byBand?.get(band.key) ?? 0 })),
    };
  });
