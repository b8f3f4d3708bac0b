import type { FormDetail } from "../../../../../shared/api/shapes/forms.ts";
import type { PublicForm } from "../../../../../shared/api/shapes/sessions.ts";
import type { Graph, Problem } from "../../../../../shared/domain/graph/types.ts";
import type { Stop, Walkable } from "../../../../../shared/domain/graph/walkable.ts";
import * as words from "../../../strings/en/dashboard/builder/preview.ts";
import { previewForm } from "../../../ui/previewForm.ts";
import { nodePlace } from "../problems/place.ts";

/** Returns the graph of the preview: each error becomes an end screen that describes it. */
export function previewedGraph(
  { graph, stops }: Walkable,
  source: Graph,
  problems: readonly Problem[],
  textOf: (problem: Problem) => string,
): Graph {
  const byId = new Map(stops.map((stop) => [stop.id, stop]));
  const nodes = graph.nodes.map((node) => {
    const stop = byId.get(node.id);
    if (!stop) return node;
    const problem = problemAt(stop, problems);
    const place = nodePlace(placed(stop), source);
    const description = problem ? textOf(problem) : words.stopReasons[stop.reason];
    return { ...node, data: { title: words.stopsAt(place), description } };
  });
  return { ...graph, nodes };
}

const placed = ({ node_id, edge_index }: Stop) => ({
  ...(node_id !== null && { node_id }),
  ...(edge_index !== null && { edge_index }),
});

/** Not all problems are listed, so a stop can have none. */
function problemAt({ reason, node_id, edge_index }: Stop, problems: readonly Problem[]): Problem | undefined {
  const errors = problems.filter(({ severity }) => severity === "error");
  if (reason === "cycle") return undefined;
  return errors.find((problem) => {
    if (reason === "entry") return problem.code === "entry_missing";
    if (edge_index !== null) return problem.edge_index === edge_index;
    if (problem.node_id !== node_id || problem.edge_index !== undefined) return false;
    return reasons[reason].includes(problem.code);
  });
}

const reasons: Record<"node" | "edge" | "no_edge", readonly Problem["code"][]> = {
  node: ["unknown_type", "bad_config"],
  edge: [],
  no_edge: ["dead_end", "not_exhaustive"],
};

/** A form and the graph that its preview shows. */
export interface Previewed {
  slug: string;
  title: string;
  form: Pick<FormDetail, "id" | "language" | "theme" | "review">;
  graph: Graph;
}

/** Returns the form as respondents would get it. */
export function formOf({ slug, title, form: { id, language, theme, review }, graph }: Previewed): PublicForm {
  return previewForm({ id, slug, title, language, graph, theme, ...(review && { review }) });
}
