import type * as calculations from "../../../../shared/domain/graph/calculations/compile.ts";

/**
 * Replaces `shared/domain/graph/calculations/compile.ts` in the respondent build. `loadEngine` loads it for forms with
 * calculations.
 */
let real: typeof calculations;

export const compileCalculations: typeof calculations.compileCalculations = (...given) =>
  real.compileCalculations(...given);

export async function fillCalculations(): Promise<void> {
  real = await import("../../../../shared/domain/graph/calculations/compile.ts");
}
