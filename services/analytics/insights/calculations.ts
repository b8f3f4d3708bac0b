import type { CompiledCalculations } from "../../../shared/domain/graph/calculations/compile.ts";
import { bandOf, labelOf } from "../../../shared/domain/graph/calculations/results.ts";
import type { CalculationInsight } from "../../../shared/domain/shapes/insights.ts";
import { readerOf } from "../answers/calculations.ts";
import type { TableSession } from "../export/csv.ts";
import { numberBuckets } from "./buckets.ts";
import { statistics, total } from "./frequencies.ts";

/** Counts the values of calculations, session by session (features §12). */
export interface CalculationTally {
  /** Adds a session. `own` are the calculations of its version. */
  add(session: TableSession, own: CompiledCalculations): void;
  figures(): CalculationInsight[];
}

/** Tallies the calculations of one version. Sessions of other versions count where these have the same key. */
export function calculationTally({ list }: CompiledCalculations): CalculationTally {
  const counts = new Map(
    list.map(({ key }) => [key, { values: new Map<number, number>(), bands: new Map<string, number>() }]),
  );
  return {
    add(session, own) {
      const read = readerOf(own, session);
      for (const { key, bands } of own.list) {
        const counted = counts.get(key);
        const value = counted ? read(key) : null;
        if (!counted || value === null) continue;
        increment(counted.values, value);
        const band = bandOf(bands, value);
        if (band) increment(counted.bands, band.key);
      }
    },
    figures: () =>
      list.map(({ key, title, bands }) => {
        const { values, bands: byBand } = counts.get(key) as NonNullable<ReturnType<typeof counts.get>>;
        return {
          key,
          title,
          answers: total(values),
          statistics: statistics(values),
          histogram: numberBuckets(values),
          bands: bands.map((band) => ({ key: band.key, label: labelOf(band), count: byBand.get(band.key) ?? 0 })),
        };
      }),
  };
}

function increment<K>(counts: Map<K, number>, key: K): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
