import type { EntityManager } from "@mikro-orm/postgresql";
import { LRUCache } from "lru-cache";
import type { Problem } from "../../shared/domain/graph/types.ts";
import type { Analysis } from "./analysis/analysis.ts";
import type { DraftRow, FormRow, VersionRow } from "./entities.ts";
import { imageProblems } from "./imageAddresses.ts";
import { currentGraph, findVersion } from "./store/versions.ts";
import { graphOf } from "./views.ts";

/** The problems of drafts and versions (decisions §4.4). */
export interface Problems {
  /** Takes a draft that was read with its graph. `hosts` are this server's own: image addresses can use them without https. */
  ofDraft(em: EntityManager, form: FormRow, draft: DraftRow, hosts?: readonly string[]): Promise<Problem[]>;
  /** Returns the problems that publishing this version found. Takes a version that was read with its graph. */
  ofVersion(em: EntityManager, form: FormRow, version: VersionRow): Promise<Problem[]>;
}

/** Also the most that a proof returns. */
const problemLimit = 100;

export function openProblems(analysis: Analysis): Problems {
  /** Proofs by draft and current version, which decide them: reading a draft again doesn't prove it again. */
  const cache = new LRUCache<string, { problems: Promise<Problem[]> }>({ max: 500 });

  function provenOf(em: EntityManager, form: FormRow, draft: DraftRow): Promise<Problem[]> {
    const key = `${form.id} ${draft.revision} ${form.current_version}`;
    const before = cache.get(key);
    if (before) return before.problems;
    const problems = currentGraph(em, form).then((current) =>
      analysis.problemsOf(form.account_id, graphOf(draft), current),
    );
    cache.set(key, { problems });
    // the next request tries again
    problems.catch(() => cache.delete(key));
    return problems;
  }

  return {
    async ofDraft(em, form, draft, hosts = []) {
      const [proven, images] = await Promise.all([provenOf(em, form, draft), imageProblems(em, graphOf(draft), hosts)]);
      const isError = ({ severity }: Problem) => severity === "error";
      const warnings = proven.filter((problem) => !isError(problem));
      return [...proven.filter(isError), ...images, ...warnings].slice(0, problemLimit);
    },
    async ofVersion(em, form, version) {
      const { version_number } = version;
      const previous = version_number > 1 ? await findVersion(em, form, version_number - 1) : null;
      return analysis.problemsOf(form.account_id, graphOf(version), previous?.graph);
    },
  };
}
