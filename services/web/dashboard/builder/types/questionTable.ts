import { createContext, useContext } from "react";
import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { compileQuestion, isQuestionType } from "../../../../../shared/domain/questions/index.ts";
import { type Domain, questionTypes } from "../../../../../shared/domain/questions/question.ts";
import { type ConfigSchema, schemaOf } from "../model/starterConfig.ts";

/**
 * All that the builder knows of question types: it comes from the table of types in shared/domain, so that a new type needs
 * nothing here. Nothing else in the builder knows a type by its name.
 */
export interface QuestionTable {
  readonly names: readonly string[];
  /** what `data.config` may hold; null: an unknown type */
  schemaOf(type: string): ConfigSchema | null;
  /** what can be known of a node's answers */
  factsOf(node: GraphNode): NodeFacts;
}

export interface NodeFacts {
  /** null: it has no answers, or its config is too unfinished to tell */
  domain: Domain | null;
  /** what respondents see for a value of the domain */
  labels: ReadonlyMap<string, string>;
  isScreen: boolean;
  isEnd: boolean;
}

const nothing: NodeFacts = { domain: null, labels: new Map(), isScreen: false, isEnd: false };
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
    const { domain, labels, is_screen, is_end } = compileQuestion({ ...node, data: withoutScoring(node) });
    return { domain, labels, isScreen: is_screen, isEnd: is_end };
  } catch {
    // the config of a draft may hold anything; what is wrong with it, the problems say
    return nothing;
  }
}

function withoutScoring({ data }: GraphNode): GraphNode["data"] {
  const { scoring: _, ...config } = data?.config ?? {};
  return { ...data, config };
}

/** A test gives another table, with a type that nobody knows. */
export const QuestionTableContext = createContext<QuestionTable>(builtInTypes);
export const useQuestionTable = (): QuestionTable => useContext(QuestionTableContext);
