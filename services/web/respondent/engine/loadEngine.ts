import { needs } from "../../../../shared/domain/graph/needs.ts";
import type { Graph } from "../../../../shared/domain/graph/types.ts";
import { fillPhoneNumbers } from "./phoneNumbers.ts";
import { fillRe2 } from "./re2.ts";

export type Engine = typeof import("./walking.ts");

/** The engine with all that this graph needs of it. Rejects where the network does not give it. */
export async function loadEngine(graph: Graph): Promise<Engine> {
  const { phoneNumbers, patterns } = needs(graph);
  const [engine] = await Promise.all([
    import("./walking.ts"),
    phoneNumbers && fillPhoneNumbers(),
    patterns && fillRe2(),
  ]);
  return engine;
}
