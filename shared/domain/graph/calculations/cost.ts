import { recordRowLimit } from "../../limits.ts";
import { leavesOf } from "../conditions.ts";
import type { Comparison } from "../types.ts";
import { innerParts, type Part } from "./expression.ts";
import type { OutlineCalculation } from "./outline.ts";

/** Work to compute a calculation once, without the calculations that it reads. */
export interface CalculationCost {
  parts: number;
  /** comparisons of its conditions */
  comparisons: readonly Comparison[];
}

const known = new WeakMap<OutlineCalculation, CalculationCost>();

export function costOfCalculation(calculation: OutlineCalculation): CalculationCost {
  const cost = known.get(calculation) ?? costOf(calculation.value);
  known.set(calculation, cost);
  return cost;
}

function costOf(value: Part | null): CalculationCost {
  const comparisons: Comparison[] = [];
  const count = (part: Part): number => {
    if (part.kind === "if") comparisons.push(...leavesOf(part.condition));
    // a number of each row
    const own = part.kind === "rows" ? recordRowLimit : 1;
    return innerParts(part).reduce((sum, inner) => sum + count(inner), own);
  };
  return { parts: value ? count(value) : 0, comparisons };
}
