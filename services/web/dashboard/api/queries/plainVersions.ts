import { queryOptions } from "@tanstack/react-query";
import type { VersionDetail } from "../../../../../shared/api/shapes/forms.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { formKey, versionQuery } from "./forms.ts";

/** A version with plain texts, for lists and figures (wants §21.1). */
export const plainVersionQuery = (slug: string, number: number) =>
  queryOptions({
    queryKey: [...formKey(slug), "plainVersions", number],
    queryFn: async ({ client }) => plainVersion(await client.ensureQueryData(versionQuery(slug, number))),
    staleTime: Number.POSITIVE_INFINITY,
  });

async function plainVersion(version: VersionDetail): Promise<VersionDetail> {
  const graph = version.graph as Graph;
  if (!graph.markup) return version;
  const { plainGraph } = await import("../../../../../shared/domain/graph/markup/texts.ts");
  return { ...version, graph: plainGraph(graph) as VersionDetail["graph"] };
}
