import type { Graph } from "../../../../shared/domain/graph/types.ts";

export type Engine = typeof import("./walking.ts") & Partial<typeof import("../pages/paging.ts")>;

/** Loads the engine and what this graph needs. Rejects if the network fails. */
export async function loadEngine(graph: Graph): Promise<Engine> {
  const [engine, paging] = await Promise.all([
    import("./walking.ts"),
    graph.pages?.length ? import("../pages/paging.ts") : null,
  ]);
  await engine.fetchNeeds(graph);
  return { ...engine, ...paging };
}
