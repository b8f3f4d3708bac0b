import type { Graph } from "../../../../shared/domain/graph/types.ts";

export type Engine = typeof import("./walking.ts");

/** Loads the engine and the libraries that this graph needs. Rejects if the network fails. */
export async function loadEngine(graph: Graph): Promise<Engine> {
  const engine = await import("./walking.ts");
  await engine.fetchNeeds(graph);
  return engine;
}
