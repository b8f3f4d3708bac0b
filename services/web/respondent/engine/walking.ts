import { needs } from "../../../../shared/domain/graph/needs.ts";
import type { Graph } from "../../../../shared/domain/graph/types.ts";
import { fillPatterns } from "./patterns.ts";
import { fillPhoneNumbers } from "./phoneNumbers.ts";

/** What walks a graph on this device: the code of the service itself, in one chunk. Previews take the service's part too. */
export { compileGraph } from "../../../../shared/domain/graph/compile.ts";
export { maxScore, startWalk, takeStep, totalScore } from "../../../../shared/domain/graph/traverse.ts";
export { makeWalker } from "../walk/walker.ts";

/** Fetches the large libraries that only some graphs need. */
export async function fetchNeeds(graph: Graph): Promise<void> {
  const { phoneNumbers, patterns } = needs(graph);
  await Promise.all([phoneNumbers && fillPhoneNumbers(), patterns && fillPatterns()]);
}
