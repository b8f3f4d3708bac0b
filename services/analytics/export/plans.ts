import { LRUCache } from "lru-cache";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { slices } from "../slices.ts";
import { versionGraph, versionsUpTo } from "../store/versions.ts";
import { type Plan, planBuilder } from "./plan.ts";

/** Plans of exports. Versions never change, so each is made once for a form and its newest version. */
export interface Plans {
  get(formId: string, newestVersion: number): Promise<Plan>;
}

const cacheLimit = 20;

export function createPlans(reader: Reader): Plans {
  const cache = new LRUCache<string, Plan, { formId: string; newestVersion: number }>({
    max: cacheLimit,
    fetchMethod: (_key, _stale, { context }) => makePlan(reader, context.formId, context.newestVersion),
  });
  return {
    get: (formId, newestVersion) =>
      cache.forceFetch(`${formId} ${newestVersion}`, { context: { formId, newestVersion } }),
  };
}

/** Reads one graph at a time: a form may have many versions, and a graph may be large. */
async function makePlan(reader: Reader, formId: string, newestVersion: number): Promise<Plan> {
  const builder = planBuilder();
  for (const { id, version_number, is_translated } of await versionsUpTo(reader, formId, newestVersion)) {
    await slices.finish(builder.add(version_number, await versionGraph(reader, id), is_translated));
  }
  return builder.plan();
}
