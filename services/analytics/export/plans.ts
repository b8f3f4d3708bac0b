import { LRUCache } from "lru-cache";
import type { Reader } from "../../../shared/database/open.ts";
import { versionGraph, versionsUpTo } from "../store/versions.ts";
import { type Plan, planBuilder } from "./plan.ts";

/** Published versions never change, so the plan of an export is made once for a form and its newest version. */
export interface Plans {
  get(form_id: string, newest_version: number): Promise<Plan>;
}

const planLimit = 20;

export function createPlans(reader: Reader): Plans {
  const cache = new LRUCache<string, Plan, { form_id: string; newest: number }>({
    max: planLimit,
    fetchMethod: (_key, _stale, { context }) => makePlan(reader, context.form_id, context.newest),
  });
  return {
    get: (form_id, newest) => cache.forceFetch(`${form_id} ${newest}`, { context: { form_id, newest } }),
  };
}

/** One graph at a time: a form may have many versions, and a graph may be large. */
async function makePlan(reader: Reader, form_id: string, newest: number): Promise<Plan> {
  const builder = planBuilder();
  for (const { id, version_number } of await versionsUpTo(reader, form_id, newest)) {
    builder.add(version_number, await versionGraph(reader, id));
  }
  return builder.plan();
}
