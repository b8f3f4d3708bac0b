import { queryOptions } from "@tanstack/react-query";
import type { VersionDetail } from "../../../../../shared/api/shapes/forms.ts";
import { plainGraph } from "../../../../../shared/domain/graph/markup/texts.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { versionQuery } from "./forms.ts";

/** A version with plain texts, for lists and figures (wants §21.1). */
export const plainVersionQuery = (slug: string, number: number) =>
  queryOptions({ ...versionQuery(slug, number), select: plainVersion });

// one function, so that a version is made plain once
const plainVersion = (version: VersionDetail): VersionDetail => ({
  ...version,
  graph: plainGraph(version.graph as Graph) as VersionDetail["graph"],
});
