import "../polyfills.ts";
import { needs } from "../../../../shared/domain/graph/needs.ts";
import type { Graph } from "../../../../shared/domain/graph/types.ts";
import { fillCalculations } from "./calculations.ts";
import { fillPatterns } from "./patterns.ts";
import { fillPhoneNumbers } from "./phoneNumbers.ts";
import { fillRecords } from "./records.ts";
import { fillScoring } from "./scoring.ts";

/** The engine: the service's own code, in one chunk. Previews also use the service's part. */
export { compileGraph } from "../../../../shared/domain/graph/compile.ts";
export { maxScore, startWalk, takeStep, totalScore, viewOf } from "../../../../shared/domain/graph/traverse.ts";
export { compileQuestion } from "../../../../shared/domain/questions/index.ts";

export { makeWalker } from "../walk/walker.ts";

/** Loads the large libraries that this graph needs. */
export async function fetchNeeds(graph: Graph): Promise<void> {
  const { phoneNumbers, patterns, calculations, records, scoring } = needs(graph);
  await Promise.all([
    phoneNumbers && fillPhoneNumbers(),
    patterns && fillPatterns(),
    calculations && fillCalculations(),
    records && fillRecords(),
    scoring && fillScoring(),
  ]);
}
