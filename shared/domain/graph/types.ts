/**
 * A form as a graph (spec §Draft graph, decisions §4): nodes are screens and questions, edges lead from one to the next.
 *
 * Glossary
 * - graph      what an owner draws; the draft's may be unfinished, a published version's is proven sound
 * - node       a screen or a question; `question_type` says which row of shared/domain/questions it is
 * - edge       a way from one node to another; the edges of a node are tried in array order
 * - condition  what must be true for an edge to be taken; `null` is always true
 * - fallback   the end node that is taken when no edge of a node is true
 * - path       the nodes a respondent has been handed, in order; no node is on it twice
 * - walk       one respondent's way through a graph: the path with its answers
 */
import type { Json } from "../json.ts";
import type { ProblemCode } from "../shapes/problem.ts";

export type { Comparison, Condition, Operand } from "../shapes/condition.ts";
export type { Json, ProblemCode };

export interface NodeData {
  title?: string;
  description?: string;
  is_required?: boolean;
  config?: Record<string, unknown>;
}

export interface GraphNode {
  id: string;
  /** A draft may name an unknown type; a published graph holds only rows of shared/domain/questions. */
  question_type: string;
  data: NodeData;
  /** Where the editor draws it; left out of the public graph. */
  position?: { x: number; y: number };
}

export interface Edge {
  id?: string;
  from: string;
  to: string;
  /** A draft may hold anything; `parseCondition` checks whether it is a Condition. */
  condition: unknown;
}

export interface Graph {
  schema_version: "2.0";
  entry_node_id?: string | null;
  fallback_end_node_id?: string | null;
  nodes: GraphNode[];
  edges: Edge[];
  hidden_fields?: string[];
}

/** One finding of the publish proof (decisions §4.4). `message` is written for the owner. */
export interface Problem {
  code: ProblemCode;
  severity: "error" | "warning";
  node_id?: string;
  edge_index?: number;
  message: string;
  /** Answers that show it when they are walked; null where none were found, or it is nothing that answers show. */
  example: Example | null;
}

/** decisions §9.1: by node id, and the hidden fields of the link. */
export interface Example {
  answers: Record<string, Json>;
  hidden?: Record<string, string>;
}
