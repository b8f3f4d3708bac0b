import { runToEnd } from "../../runToEnd.ts";
import type { CalculationResults, ShownCalculation } from "../shapes/calculation.ts";
import type { Band } from "../types.ts";

/** A calculation of a published graph, with its defaults. */
export interface CompiledCalculation {
  readonly key: string;
  readonly title: string;
  readonly bands: readonly Band[];
}

interface Listed {
  readonly list: readonly CompiledCalculation[];
}

/** Returns the band of a value. Both ends belong to a band. */
export const bandOf = (bands: readonly Band[], value: number | null): Band | null =>
  bands.find(({ from, to }) => value !== null && value >= from && value <= to) ?? null;

export const labelOf = ({ key, label }: Band): string => label ?? key;

type Read = (key: string) => number | null;

/** Returns all values with the keys of their bands, for owners (features §12). */
export const resultsOf = (calculations: Listed, read: Read): CalculationResults =>
  runToEnd(computing(calculations, read));

/** Computes the same in parts of one calculation, so that the caller can run other work in between. */
export function* computing({ list }: Listed, read: Read): Generator<void, CalculationResults> {
  const results: [string, CalculationResults[string]][] = [];
  for (const { key, bands } of list) {
    const value = read(key);
    results.push([key, { value, band: bandOf(bands, value)?.key ?? null }]);
    yield;
  }
  return Object.fromEntries(results);
}

/** Returns these calculations with the labels of their bands, for an end screen. Unknown keys are left out. */
export function shownOf({ list }: Listed, read: Read, keys: Iterable<string>): ShownCalculation[] {
  const byKey = new Map(list.map((calculation) => [calculation.key, calculation]));
  return [...new Set(keys)].flatMap((key) => {
    const calculation = byKey.get(key);
    if (!calculation) return [];
    const value = read(key);
    const band = bandOf(calculation.bands, value);
    return [{ key, title: calculation.title, value, band: band && labelOf(band) }];
  });
}
