import type { EntityManager } from "@mikro-orm/postgresql";
import { LRUCache } from "lru-cache";
import { problemMessage } from "../../shared/domain/graph/problem.ts";
import type { Problem } from "../../shared/domain/graph/shapes/problem.ts";
import type { FormSettings } from "../../shared/domain/graph/translations/problems.ts";
import type * as graph from "../../shared/domain/graph/types.ts";
import type { Analysis } from "./analysis/analysis.ts";
import type { DraftRow, FormRow, VersionRow } from "./entities.ts";
import { imageProblems } from "./imageAddresses.ts";
import { currentGraph, findVersion } from "./store/versions.ts";
import { graphOf } from "./views.ts";

/** The problems of drafts and versions (decisions §4.4), with their messages. */
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
  const cache = new LRUCache<string, { problems: Promise<graph.Problem[]> }>({ max: 500 });

  function provenOf(em: EntityManager, form: FormRow, draft: DraftRow): Promise<graph.Problem[]> {
    const settings = settingsOf(form, draft.title);
    const key = `${form.id} ${draft.revision} ${form.current_version} ${JSON.stringify(settings)}`;
    const before = cache.get(key);
    if (before) return before.problems;
    const problems = currentGraph(em, form).then((current) =>
      analysis.problemsOf(form.account_id, graphOf(draft), current, settings),
    );
    cache.set(key, { problems });
    // the next request tries again
    problems.catch(() => cache.delete(key));
    return problems;
  }

  return {
    async ofDraft(em, form, draft, hosts = []) {
      const [proven, images] = await Promise.all([
        provenOf(em, form, draft),
        imageProblems(em, draft.graph ?? "", hosts),
      ]);
      const isError = ({ severity }: graph.Problem) => severity === "error";
      const warnings = proven.filter((problem) => !isError(problem));
      return [...proven.filter(isError), ...images, ...warnings].slice(0, problemLimit).map(worded);
    },
    async ofVersion(em, form, version) {
      const { version_number } = version;
      const previous = version_number > 1 ? await findVersion(em, form, version_number - 1) : null;
      const settings = settingsOf(form, version.title);
      const found = await analysis.problemsOf(form.account_id, graphOf(version), previous?.graph, settings);
      return found.map(worded);
    },
  };
}

/** Returns the settings that translations depend on beside the graph. */
const settingsOf = ({ language, closed_message }: FormRow, title: string): FormSettings => ({
  language,
  title,
  closed_message,
});

const worded = (problem: graph.Problem): Problem => ({ ...problem, message: problemMessage(problem) });
