import { createContext, useContext } from "react";
import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { compileQuestion, isQuestionType } from "../../../../../shared/domain/questions/index.ts";
import { type Domain, questionTypes } from "../../../../../shared/domain/questions/question.ts";
import { type RowField, rowFieldsOf } from "../../../../../shared/domain/questions/rows.ts";
import { type ConfigSchema, schemaOf } from "../model/starterConfig.ts";

/**
 * Facts about question types, from the table in shared/domain, so that a new type needs no change here. The builder uses no type by
 * name elsewhere, except in the empty canvas.
 */
export interface QuestionTable {
  readonly names: readonly string[];
  /** schema of `data.config`; null for an unknown type */
  schemaOf(type: string): ConfigSchema | null;
  /** facts about a node's answers */
  factsOf(node: GraphNode): NodeFacts;
}

export interface NodeFacts {
  /** null without answers, or if the config is unfinished */
  domain: Domain | null;
  /** labels of the domain's values */
  labels: ReadonlyMap<string, string>;
  /** of rows; null for other questions */
  fields: readonly RowField[] | null;
  isScreen: boolean;
  isEnd: boolean;
}

const nothing: NodeFacts = { domain: null, labels: new Map(), fields: null, isScreen: false, isEnd: false };
const known = new WeakMap<GraphNode, NodeFacts>();

export const builtInTypes: QuestionTable = {
  names: questionTypes,
  schemaOf,
  factsOf(node) {
    const facts = known.get(node) ?? readFacts(node);
    known.set(node, facts);
    return facts;
  },
};

function readFacts(node: GraphNode): NodeFacts {
  if (!isQuestionType(node.question_type)) return nothing;
  try {
    const question = compileQuestion({ ...node, data: withoutScoring(node) });
    const { domain, labels, is_screen, is_end } = question;
    return { domain, labels, fields: rowFieldsOf(question), isScreen: is_screen, isEnd: is_end };
  } catch {
    // a draft's config can be anything: Problems lists its errors
    return nothing;
  }
}

function withoutScoring({ data }: GraphNode): GraphNode["data"] {
  const { scoring: _, ...config } = data?.config ?? {};
  return { ...data, config };
}

/** Lets a test provide a table with an unknown type. */
export const QuestionTableContext = createContext<QuestionTable>(builtInTypes);
export const useQuestionTable = (): QuestionTable => useContext(QuestionTableContext);
