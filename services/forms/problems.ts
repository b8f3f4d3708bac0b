import type { EntityManager } from "@mikro-orm/postgresql";
import { LRUCache } from "lru-cache";
import type { Problem } from "../../shared/domain/graph/types.ts";
import { Analysis } from "./analysis/analysis.ts";
import type { DraftRow, FormRow, VersionRow } from "./entities.ts";
import { imageProblems } from "./imageAddresses.ts";
import { currentGraph, findVersion } from "./store/versions.ts";
import { graphOf } from "./views.ts";

/** One thread for the process; it is started by the first draft that is looked at. */
export const analysis = new Analysis();

/** By what decides them: the draft and the current version. So reading a draft again proves nothing again. */
const known = new LRUCache<string, { problems: Promise<Problem[]> }>({ max: 500 });

/** as many as the proof gives */
const problemLimit = 100;

/**
 * The problems of a draft, which was read with its graph (decisions §4.4). `hosts` are those of this server: what its images'
 * addresses may have besides https.
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
  const before = known.get(key);
  if (before) return before.problems;
  const problems = prove(em, form, draft);
  known.set(key, { problems });
  // what failed is tried again by the next who asks
  problems.catch(() => known.delete(key));
  return problems;
}

async function prove(em: EntityManager, form: FormRow, draft: DraftRow): Promise<Problem[]> {
  return analysis.problemsOf(form.account_id, graphOf(draft), await currentGraph(em, form));
}

/** What publishing this version found, which was read with its graph. */
export async function problemsOfVersion(em: EntityManager, form: FormRow, version: VersionRow): Promise<Problem[]> {
  const { version_number } = version;
  const previous = version_number > 1 ? await findVersion(em, form, version_number - 1) : null;
  return analysis.problemsOf(form.account_id, graphOf(version), previous?.graph);
}
