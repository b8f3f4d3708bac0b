import type { Graph, GraphNode } from "../../../shared/graph/types.ts";
import { compileQuestion } from "../../../shared/questions/index.ts";
import type { CompiledQuestion } from "../../../shared/questions/question.ts";

/** What an export's table looks like (decisions §6): its columns, and how a session of each version fills them. */
export interface Plan {
  hidden_fields: readonly string[];
  /** the headers of the questions' columns */
  headers: readonly string[];
  versions: ReadonlyMap<number, VersionPlan>;
}

/** The questions of one version by node id. */
export type VersionPlan = ReadonlyMap<string, PlannedQuestion>;

export interface PlannedQuestion {
  question: CompiledQuestion;
  /** for each of the question's cells, the index of its column */
  places: readonly number[];
}

export interface PlanBuilder {
  /** Versions come newest first, the current one before all others. */
  add(version_number: number, graph: Graph): void;
  plan(): Plan;
}

/**
 * The current version's questions come first, in the order of its nodes, then what only older versions have. A column
 * belongs to a node (and a row of a matrix), so one that changed its labels or its type keeps it; the newest version that
 * has it names it. Questions that versions share are compiled once.
 */
export function planBuilder(): PlanBuilder {
  const hidden_fields = new Set<string>();
  const places = new Map<string, number>();
  const headers: string[] = [];
  const versions = new Map<number, VersionPlan>();
  const compiled = new Map<string, PlannedQuestion>();

  function placeOf(key: string, header: string): number {
    const place = places.get(key) ?? headers.push(header) - 1;
    places.set(key, place);
    return place;
  }

  function planQuestion(node: GraphNode): PlannedQuestion {
    const parsed = compileQuestion(node);
    if (!parsed.ok) throw new Error(`node ${node.id}: ${parsed.problems.join("; ")}`);
    const question = parsed.value;
    const title = node.data.title ?? "";
    const columns = question.columns.map(({ suffix, label }) => {
      // an id holds no dot, so a row of one node is never another node
      const key = suffix === undefined ? node.id : `${node.id}.${suffix}`;
      return placeOf(key, `${suffix === undefined ? title : `${title} - ${label}`} [${key}]`);
    });
    return { question, places: columns };
  }

  function planned(node: GraphNode): PlannedQuestion {
    const key = JSON.stringify([node.id, node.question_type, node.data]);
    const known = compiled.get(key) ?? planQuestion(node);
    compiled.set(key, known);
    return known;
  }

  return {
    add(version_number, graph) {
      for (const field of graph.hidden_fields ?? []) hidden_fields.add(field);
      versions.set(version_number, new Map(graph.nodes.map((node) => [node.id, planned(node)])));
    },
    plan: () => ({ hidden_fields: [...hidden_fields], headers, versions }),
  };
}
