import type { CalculationResults, ShownCalculation } from "../../shapes/calculation.ts";
import type { Band } from "../types.ts";
import type { CompiledCalculations } from "./compile.ts";

/** Returns the band of a value. Both ends belong to a band. */
export const bandOf = (bands: readonly Band[], value: number | null): Band | null =>
  bands.find(({ from, to }) => value !== null && value >= from && value <= to) ?? null;

export const labelOf = ({ key, label }: Band): string => label ?? key;

type Read = (key: string) => number | null;

/** Returns all values with the keys of their bands, for owners (features §12). */
export function resultsOf({ list }: CompiledCalculations, read: Read): CalculationResults {
  return Object.fromEntries(
    list.map(({ key, bands }) => {
      const value = read(key);
      return [key, { value, band: bandOf(bands, value)?.key ?? null }];
    }),
  );
}

/** Returns these calculations with the labels of their bands, for an end screen. Unknown keys are left out. */
export function shownOf({ list }: CompiledCalculations, read: Read, keys: Iterable<string>): ShownCalculation[] {
  const byKey = new Map(list.map((calculation) => [calculation.key, calculation]));
  return [...new Set(keys)].flatMap((key) => {
    const calculation = byKey.get(key);
    if (!calculation) return [];
    const value = read(key);
    const band = bandOf(calculation.bands, value);
    return [{ key, title: calculation.title, value, band: band && labelOf(band) }];
  });
}
