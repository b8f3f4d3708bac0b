import { LRUCache } from "lru-cache";
import { compileQuestion, isQuestionType } from "../../../shared/domain/questions/index.ts";
import type { CompiledQuestion } from "../../../shared/domain/questions/question.ts";
import type { Reader } from "../../../shared/platform/database/open.ts";
import { graphOfVersion } from "../store/versions.ts";

/** Returns a node's question, or null if the version has none. */
export type QuestionOf = (nodeId: string) => CompiledQuestion | null;

/** The questions of published versions, which never change. */
export interface Labels {
  get(formId: string, versionNumber: number): Promise<QuestionOf>;
}

const cacheLimit = 20;

export function createLabels(reader: Reader): Labels {
  const cache = new LRUCache<string, QuestionOf, { formId: string; versionNumber: number }>({
    max: cacheLimit,
    fetchMethod: (_key, _stale, { context }) => readQuestions(reader, context.formId, context.versionNumber),
  });
  return {
    get: (formId, versionNumber) =>
      cache.forceFetch(`${formId} ${versionNumber}`, { context: { formId, versionNumber } }),
  };
}

/** Compiles a question on first use: a page of a list may need few of a version's thousand. */
async function readQuestions(reader: Reader, formId: string, versionNumber: number): Promise<QuestionOf> {
  const graph = await graphOfVersion(reader, formId, versionNumber);
  const nodes = new Map(graph?.nodes.map((node) => [node.id, node]));
  const compiled = new Map<string, CompiledQuestion | null>();
  return (nodeId) => {
    const known = compiled.get(nodeId);
    if (known !== undefined) return known;
    const node = nodes.get(nodeId);
    const question = node && isQuestionType(node.question_type) ? compileQuestion(node) : null;
    compiled.set(nodeId, question);
    return question;
  };
}
