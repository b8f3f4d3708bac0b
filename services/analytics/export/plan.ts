import { hash } from "node:crypto";
import type { Graph, GraphNode } from "../../../shared/domain/graph/types.ts";
import { compileQuestion } from "../../../shared/domain/questions/index.ts";
import type { CompiledQuestion } from "../../../shared/domain/questions/question.ts";

/** What an export's table looks like (decisions §6): its columns, and how a session of each version fills them. */
export interface Plan {
  hiddenFields: readonly string[];
  /** the headers of the questions' columns */
  headers: readonly string[];
  /** the ids of the questions that are scored in some version, in the order of their columns */
  scored: readonly string[];
  versions: ReadonlyMap<number, VersionPlan>;
  /** there are more columns than a table may have: of all that stands here, only the ends are whole */
  isTooWide: boolean;
}

/** What one version has at most: 1,000 matrices of 50 rows. A column's header may have 1 KB, and plans are kept. */
export const columnLimit = 50_000;

/** The questions of one version by node id. */
export type VersionPlan = ReadonlyMap<string, PlannedQuestion>;

export interface PlannedQuestion {
  question: CompiledQuestion;
  /** for each of the question's cells, the index of its column */
  columns: readonly number[];
}

/** The end screen where a session stands. */
export interface EndReached {
  nodeId: string;
  /** what its config says */
  outcome: string | null;
}

/** null: the session stands at no end screen. */
export function endReached(plan: Plan, versionNumber: number, nodeId: string): EndReached | null {
  const question = plan.versions.get(versionNumber)?.get(nodeId)?.question;
  if (!question?.is_end) return null;
  const { outcome } = question.config;
  return { nodeId, outcome: typeof outcome === "string" ? outcome : null };
}

export interface PlanBuilder {
  /** Versions come newest first, the current one before all others. Each in parts: it may have thousands of columns. */
  add(versionNumber: number, graph: Graph): Iterator<void, void>;
  plan(): Plan;
}

/**
 * The current version's questions come first, in the order of its nodes, then what only older versions have. A column
 * belongs to a node (and a row of a matrix), so one that changed its labels or its type keeps it; the newest version that
 * has it names it. Questions that versions share are compiled once.
 */
export function planBuilder(): PlanBuilder {
  const hiddenFields = new Set<string>();
  const indexes = new Map<string, number>();
  const headers: string[] = [];
  /** by node id: is it scored in some version? */
  const questions = new Map<string, boolean>();
  const versions = new Map<number, VersionPlan>();
  const compiled = new Map<string, PlannedQuestion>();

  const isTooWide = () => headers.length > columnLimit;

  function columnOf(key: string, header: string): number {
    const index = indexes.get(key) ?? headers.push(header) - 1;
    indexes.set(key, index);
    return index;
  }

  function planQuestion(node: GraphNode): PlannedQuestion {
    const question = compileQuestion(node);
    const title = node.data.title ?? "";
    questions.set(node.id, questions.get(node.id) || question.is_scored);
    const columns = question.columns.map(({ suffix, label }) => {
      // an id holds no dot, so a row of one node is never another node
      const key = suffix === undefined ? node.id : `${node.id}.${suffix}`;
      return columnOf(key, `${suffix === undefined ? title : `${title} - ${label}`} [${key}]`);
    });
    return { question, columns };
  }

  function planned(node: GraphNode): PlannedQuestion {
    // its own text would be as long as all versions together
    const key = hash("sha1", JSON.stringify([node.id, node.question_type, node.data]));
    const known = compiled.get(key) ?? planQuestion(node);
    compiled.set(key, known);
    return known;
  }

  return {
    *add(versionNumber, graph) {
      for (const field of graph.hidden_fields ?? []) hiddenFields.add(field);
      const version = new Map<string, PlannedQuestion>();
      versions.set(versionNumber, version);
      for (const node of graph.nodes) {
        if (!isTooWide() || node.question_type === "end_screen") version.set(node.id, planned(node));
        yield;
      }
    },
    plan: () => ({
      hiddenFields: [...hiddenFields],
      headers,
      scored: [...questions].filter(([, isScored]) => isScored).map(([nodeId]) => nodeId),
      versions,
      isTooWide: isTooWide(),
    }),
  };
}
