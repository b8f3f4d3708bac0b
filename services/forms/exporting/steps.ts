import { decimalPlaces, isOnStep } from "../../../shared/domain/questions/decimal.ts";

interface Limits {
  min?: number;
  step?: number;
  decimals?: number;
}

/** Returns the step of a number, null without one, or undefined if no step means the same. */
export function stepOf({ min, step, decimals }: Limits): number | null | undefined {
  if (decimals === undefined) return step ?? null;
  const ofDecimals = Number(`1e-${decimals}`);
  const isOnGrid = min === undefined || isOnStep(min, 0, ofDecimals);
  if (step === undefined) return isOnGrid ? ofDecimals : undefined;
  return isOnGrid && decimalPlaces(step) <= decimals ? step : undefined;
}

/** Whether a number can only be whole, and its step says no more than that. */
export function isWholeNumber({ min = 0, step, decimals }: Limits): boolean {
  if (step === undefined) return decimals === 0;
  return step === 1 && Number.isInteger(min);
}
