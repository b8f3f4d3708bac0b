import type { Graph } from "../../../../shared/domain/graph/types.ts";
import { hasGiven } from "../walk/address.ts";
import type { Engine } from "../walk/respondent.ts";

/** Loads the engine and what this graph needs. Rejects if the network fails. */
export async function loadEngine(graph: Graph): Promise<Engine & typeof import("./walking.ts")> {
  const isPrefilled = hasGiven() || graph.nodes.some(({ data }) => data.config?.default !== undefined);
  const [engine, paging, prefill, _drawing] = await Promise.all([
    import("./walking.ts"),
    graph.pages?.length ? import("../pages/paging.ts") : null,
    isPrefilled ? import("../prefill/prefilling.ts") : null,
    graph.markup ? import("../markup/drawing.tsx") : null,
  ]);
  await engine.fetchNeeds(graph);
  return { ...engine, ...paging, ...prefill?.prefilling(engine) };
}
