import type { EntityManager } from "@mikro-orm/postgresql";
import type { ImportResult } from "../../shared/api/shapes/imports.ts";
import { placeKeys } from "../../shared/domain/graph/problemPath.ts";
import type { GraphNode, Problem } from "../../shared/domain/graph/types.ts";
import type { JsonText } from "../../shared/domain/json.ts";
import { imageFault, imageProblems } from "./imageAddresses.ts";

/** Leaves out images of an imported graph that this server doesn't have, and notes each. A graph with them can't be published. */
export async function withoutUnknownImages(
  em: EntityManager,
  text: JsonText<ImportResult>,
  hosts: readonly string[],
): Promise<JsonText<ImportResult>> {
  if (!text.includes("/api/v2/r/image/")) return text;
  const result: ImportResult = JSON.parse(text);
  const problems = await imageProblems(em, JSON.stringify(result.graph), hosts);
  if (problems.length === 0) return text;
  const noted = new Set(result.issues.map(({ node_id }) => node_id));
  const nodeIds = [...new Set(problems.flatMap(({ node_id }) => node_id ?? []))];
  for (const problem of problems) removeImage(result, problem);
  const added = nodeIds.filter((id) => !noted.has(id)).length;
  const { converted, changed } = result.counts;
  result.counts = { ...result.counts, converted: converted - added, changed: changed + added };
  const cause = { code: "image", message: `${message} Upload the image in the builder.` };
  result.causes.unshift({ ...cause, issues_count: problems.length, node_ids: nodeIds.slice(0, 50) });
  return JSON.stringify(result) as JsonText<ImportResult>;
}

const message = `An image isn't imported, because its URL ${imageFault}.`;

function removeImage({ graph, issues }: ImportResult, problem: Problem): void {
  const index = graph.nodes.findIndex(({ id }) => id === problem.node_id);
  const node = graph.nodes[index] as GraphNode | undefined;
  if (!node) return;
  const [, , , member] = placeKeys(problem);
  if (member === "image") delete node.data.image;
  else withoutPictures(node);
  const { reason } = problem;
  const place = { source: `nodes[${index}] “${node.id}”`, node_id: node.id, path: `/nodes/${index}` };
  issues.push({ severity: "lost", code: "image", ...place, reason, message });
}

/** Makes a choice of texts of a choice of images, with the same conditions. */
function withoutPictures(node: GraphNode): void {
  const { multiple, options, ...config } = (node.data.config ?? {}) as { multiple?: boolean; options?: object[] };
  const texts = (options ?? []).map((option) => {
    const { image_url: _, alt: __, ...kept } = option as { image_url?: string; alt?: string };
    return kept;
  });
  if (node.question_type === "picture_choice") {
    node.question_type = "checkbox";
    node.data.config = { ...config, options: texts, ...(multiple !== true && { max_selections: 1 }) };
  } else node.data.config = { ...node.data.config, options: texts };
}
