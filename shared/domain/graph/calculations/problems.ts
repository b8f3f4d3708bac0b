import type { Outline } from "../outline.ts";
import type { Problem } from "../types.ts";

/** Returns problems of calculations. Messages start with their field, such as `graph.calculations.0.value.add.1`. */
export function calculationProblems({ calculations }: Outline): Problem[] {
  return [...calculations.values()].flatMap(({ index, faults }) =>
    faults.map(({ code, path, message }) => ({
      code,
      severity: "error",
      message: `graph.calculations.${index}.${path}: ${message}`,
      example: null,
    })),
  );
}
