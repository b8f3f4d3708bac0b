import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import type { Conflict, Merge, Sides } from "../model/merging/parts.ts";
import { openAnalyst } from "../problems/analyst.ts";
import { conflictsTogether } from "./together.ts";

/** Finds problems of a merge in a worker. Never rejects: without a check, the draft has them and shows them. */
export async function checkMerge(sides: Sides<Graph>, merged: Merge, shown?: Graph): Promise<readonly Conflict[]> {
  const failed = Promise.withResolvers<readonly Conflict[]>();
  const analyst = openAnalyst(() => failed.resolve(merged.conflicts));
  const checked = conflictsTogether(sides, merged, (graph) => analyst.problems(graph, null), shown);
  return Promise.race([checked, failed.promise])
    .catch(() => merged.conflicts)
    .finally(analyst.close);
}
