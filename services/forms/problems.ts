import type { EntityManager } from "@mikro-orm/postgresql";
import { LRUCache } from "lru-cache";
import type { Problem } from "../../shared/domain/graph/types.ts";
import { Analysis } from "./analysis/analysis.ts";
import type { DraftRow, FormRow, VersionRow } from "./entities.ts";
import { imageProblems } from "./imageAddresses.ts";
import { currentGraph, findVersion } from "./store/versions.ts";
import { graphOf } from "./views.ts";

/** The process's analysis thread. The first draft starts it. */
export const analysis = new Analysis();

/** Problems by draft revision and current version, so that reading a draft again doesn't validate it again. */
const cache = new LRUCache<string, { problems: Promise<Problem[]> }>({ max: 500 });

/** The same as the proof's. */
const problemLimit = 100;

/**
 * Returns the problems of a draft that was read with its graph (decisions §4.4). `hosts` are this server's, for image
 * URLs.
 */
export async function problemsOf(
  em: EntityManager,
  form: FormRow,
  draft: DraftRow,
  hosts: readonly string[] = [],
): Promise<Problem[]> {
  const [proven, images] = await Promise.all([provenOf(em, form, draft), imageProblems(em, graphOf(draft), hosts)]);
  const isError = ({ severity }: Problem) => severity === "error";
  const warnings = proven.filter((problem) => !isError(problem));
  return [...proven.filter(isError), ...images, ...warnings].slice(0, problemLimit);
}

function provenOf(em: EntityManager, form: FormRow, draft: DraftRow): Promise<Problem[]> {
  const key = `${form.id} ${draft.revision} ${form.current_version}`;
  const before = cache.get(key);
  if (before) return before.problems;
  const problems = prove(em, form, draft);
  cache.set(key, { problems });
  // a failure isn't cached
  problems.catch(() => cache.delete(key));
  return problems;
}

async function prove(em: EntityManager, form: FormRow, draft: DraftRow): Promise<Problem[]> {
  return analysis.problemsOf(form.account_id, graphOf(draft), await currentGraph(em, form));
}

/** Returns the problems of a version that was read with its graph, as found when publishing. */
export async function problemsOfVersion(em: EntityManager, form: FormRow, version: VersionRow): Promise<Problem[]> {
  const { version_number } = version;
  const previous = version_number > 1 ? await findVersion(em, form, version_number - 1) : null;
  return analysis.problemsOf(form.account_id, graphOf(version), previous?.graph);
}
