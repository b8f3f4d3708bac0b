import { hash } from "node:crypto";
import type { CompiledCalculations } from "../../../shared/domain/graph/calculations/compile.ts";
import type { Graph, GraphNode, Page } from "../../../shared/domain/graph/types.ts";
import { compileQuestion } from "../../../shared/domain/questions/index.ts";
import type { CompiledQuestion } from "../../../shared/domain/questions/question.ts";
import { calculationsOf } from "../answers/calculations.ts";

/** Layout of an export's table (decisions §6): its columns, and how a session of each version fills them. */
export interface Plan {
  hiddenFields: readonly string[];
  /** a version has translations, so the table has a column of languages */
  isTranslated: boolean;
  /** the headers of the questions' columns */
  headers: readonly string[];
  calculations: CalculationPlan;
  /** IDs of the questions that any version scores, in the order of their columns */
  scored: readonly string[];
  versions: ReadonlyMap<number, VersionPlan>;
  /** by version, pages in random order */
  shuffledPages: ReadonlyMap<number, readonly Page[]>;
  /** over the column limit: then only end screens are complete here */
  isTooWide: boolean;
}

/** The columns of calculations, and the calculations of each version that has some. */
export interface CalculationPlan {
  headers: readonly string[];
  /** index in `headers` by `<key>` and `<key>.band` */
  columns: ReadonlyMap<string, number>;
  compiled: ReadonlyMap<number, CompiledCalculations>;
}

/** As many as one version can have: 1,000 matrices of 50 rows. A column's header may have 1 KB, and plans are cached. */
export const columnLimit = 50_000;

/** The questions of one version by node ID. */
export type VersionPlan = ReadonlyMap<string, PlannedQuestion>;

export interface PlannedQuestion {
  question: CompiledQuestion;
  /** of the newest version with this question */
  title: string;
  /** for each of the question's cells, the index of its column */
  columns: readonly number[];
}

/** The end screen that a session is at. */
export interface EndReached {
  nodeId: string;
  /** of its config */
  outcome: string | null;
}

/** Returns the end screen of a session, or null if it isn't at one. */
export function endReached(plan: Plan, versionNumber: number, nodeId: string): EndReached | null {
  const question = plan.versions.get(versionNumber)?.get(nodeId)?.question;
  if (!question?.is_end) return null;
  const { outcome } = question.config;
  return { nodeId, outcome: typeof outcome === "string" ? outcome : null };
}

export interface PlanBuilder {
  /** Adds a version in parts: it may have thousands of columns. Versions come newest first. */
  add(versionNumber: number, graph: Graph, isTranslated?: boolean): Iterator<void, void>;
  plan(): Plan;
}

/**
 * Puts the current version's questions first, in the order of its nodes, then questions of older versions only. A column belongs
 * to a node (and a row of a matrix), so a node keeps it when its labels or type change, and its newest version names it. Questions
 * that versions share are compiled once.
 */
export function planBuilder(): PlanBuilder {
  const hiddenFields = new Set<string>();
  const { headers, columnOf } = columnsByKey();
  /** by node ID: whether any version scores it */
  const questions = new Map<string, boolean>();
  const versions = new Map<number, VersionPlan>();
  const compiled = new Map<string, PlannedQuestion>();
  const calculations = calculationPlanner();
  const shuffledPages = new Map<number, readonly Page[]>();
  let hasTranslations = false;

  const isTooWide = () => headers.length + calculations.plan.headers.length > columnLimit;

  function planQuestion(node: GraphNode): PlannedQuestion {
    const question = compileQuestion(node);
    const title = node.data.title ?? "";
    questions.set(node.id, questions.get(node.id) || question.is_scored);
    const columns = question.columns.map(({ suffix, label }) => {
      // an ID has no dot, so a row of one node is never another node
      const key = suffix === undefined ? node.id : `${node.id}.${suffix}`;
      return columnOf(key, `${suffix === undefined ? title : `${title} - ${label}`} [${key}]`);
    });
    return { question, title, columns };
  }

  function planned(node: GraphNode): PlannedQuestion {
    // as keys, the texts would be as long as all versions together
    const key = hash("sha1", JSON.stringify([node.id, node.question_type, node.data]));
    const known = compiled.get(key) ?? planQuestion(node);
    compiled.set(key, known);
    return known;
  }

  return {
    *add(versionNumber, graph, isTranslated = false) {
      hasTranslations ||= isTranslated;
      for (const field of graph.hidden_fields ?? []) hiddenFields.add(field);
      const version = new Map<string, PlannedQuestion>();
      versions.set(versionNumber, version);
      calculations.add(versionNumber, graph);
      const shuffled = graph.pages?.filter(({ shuffle }) => shuffle) ?? [];
      if (shuffled.length > 0) shuffledPages.set(versionNumber, shuffled);
      for (const node of graph.nodes) {
        if (!isTooWide() || node.question_type === "end_screen") version.set(node.id, planned(node));
        yield;
      }
    },
    plan: () => ({
      hiddenFields: [...hiddenFields],
      isTranslated: hasTranslations,
      headers,
      calculations: calculations.plan,
      scored: [...questions].filter(([, isScored]) => isScored).map(([nodeId]) => nodeId),
      versions,
      shuffledPages,
      isTooWide: isTooWide(),
    }),
  };
}

function columnsByKey() {
  const indexes = new Map<string, number>();
  const headers: string[] = [];
  return {
    headers,
    /** Returns the column's index. The first header of a key stays. */
    columnOf(key: string, header: string): number {
      const index = indexes.get(key) ?? headers.push(header) - 1;
      indexes.set(key, index);
      return index;
    },
  };
}

/** Puts the current version's calculations first, each with its bands, then those of older versions only. */
function calculationPlanner() {
  const headers: string[] = [];
  const columns = new Map<string, number>();
  const compiled = new Map<number, CompiledCalculations>();
  /** Versions with the same calculations and questions share them. */
  const known = new Map<string, CompiledCalculations>();
  const addColumn = (key: string, title: string) => {
    if (!columns.has(key)) columns.set(key, headers.push(`${title} [calculation.${key}]`) - 1);
  };
  return {
    plan: { headers, columns, compiled },
    add(versionNumber: number, graph: Graph) {
      if (!graph.calculations?.length) return;
      const name = hash("sha1", JSON.stringify([graph.calculations, graph.nodes]));
      const found = known.get(name) ?? calculationsOf(graph);
      if (!found) return;
      known.set(name, found);
      compiled.set(versionNumber, found);
      for (const { key, title, bands } of found.list) {
        addColumn(key, title);
        if (bands.length > 0) addColumn(`${key}.band`, title);
      }
    },
  };
}
