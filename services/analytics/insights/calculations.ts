import type { CompiledCalculations } from "../../../shared/domain/graph/calculations/compile.ts";
import { bandOf, labelOf } from "../../../shared/domain/graph/calculations/results.ts";
import type { CalculationInsight } from "../../../shared/domain/shapes/insights.ts";
import { type ReadSession, readerOf } from "../answers/calculations.ts";
import { numberBuckets } from "./buckets.ts";
import type { Facts } from "./facts.ts";
import { numbersOf, statistics, total } from "./frequencies.ts";
import { figure, type Tally } from "./tally.ts";

/** Returns the known values of a session's own calculations, with the keys of their bands (features §12). */
export function valuesOf(own: CompiledCalculations, session: ReadSession): Facts["c"] {
  const read = readerOf(own, session);
  return own.list.flatMap(({ key, bands }): Facts["c"] => {
    const value = read(key);
    return value === null ? [] : [[key, value, bandOf(bands, value)?.key ?? null]];
  });
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
