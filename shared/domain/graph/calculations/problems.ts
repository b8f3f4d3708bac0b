import type { Outline } from "../outline.ts";
import type { Found } from "../problem.ts";

/** Returns problems of calculations. */
export function calculationProblems({ calculations }: Outline): Found[] {
  return [...calculations.values()].flatMap(({ index, faults }) =>
    faults.map(({ code, at, reason }) => ({
      code,
      severity: "error",
      at: ["calculations", index, ...at],
      reason,
      example: null,
    })),
  );
}
