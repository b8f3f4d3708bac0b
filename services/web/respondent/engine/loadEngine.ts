import type { Graph } from "../../../../shared/domain/graph/types.ts";

export type Engine = typeof import("./walking.ts");

/** The engine with all that this graph needs of it. Rejects where the network does not give it. */
export async function loadEngine(graph: Graph): Promise<Engine> {
  const engine = await import("./walking.ts");
  await engine.fetchNeeds(graph);
  return engine;
}
