/**
 * A form as a graph (spec §Draft graph, decisions §4): nodes are screens and questions, edges lead from one to the next.
 *
 * Glossary
 * - graph      what an owner draws; the draft's may be unfinished, a published version's is proven sound
 * - node       a screen or a question; `question_type` says which row of shared/questions it is
 * - edge       a way from one node to another; the edges of a node are tried in array order
 * - condition  what must be true for an edge to be taken; `null` is always true
 * - fallback   the end node that is taken when no edge of a node is true
 * - path       the nodes a respondent has been handed, in order; no node is on it twice
 * - walk       one respondent's way through a graph: the path with its answers
 */
export type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

export interface NodeData {
  title?: string;
  description?: string;
  is_required?: boolean;
  config?: Record<string, unknown>;
}

export interface GraphNode {
  id: string;
  /** A draft may name an unknown type; a published graph holds only rows of shared/questions. */
  question_type: string;
  data: NodeData;
  /** Where the editor draws it; left out of the public graph. */
  position?: { x: number; y: number };
}

export interface Edge {
  id?: string;
  from: string;
  to: string;
  /** A draft may hold anything; `parseCondition` tells whether it is a Condition. */
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

/** decisions §4.2: what the left side of a comparison reads. */
export type Operand =
  | { type: "answer"; node_id: string; path?: string }
  | { type: "score" }
  | { type: "hidden"; key: string };

export interface Comparison {
  /** Left out: the answer of the edge's `from` node. */
  left?: Operand;
  op: string;
  right?: Json;
  /** Compare text without regard to case. */
  ci?: boolean;
}

export type Condition = { all: Condition[] } | { any: Condition[] } | { not: Condition } | Comparison;

/** One finding of the publish proof (decisions §4.4). `message` is written for the owner. */
export interface Problem {
  code: ProblemCode;
  severity: "error" | "warning";
  node_id?: string;
  edge_index?: number;
  message: string;
}

export type ProblemCode =
  | "entry_missing"
  | "duplicate_node_id"
  | "unknown_type"
  | "bad_config"
  | "bad_condition"
  | "title_missing"
  | "edge_dangling"
  | "end_has_edges"
  | "fallback_not_end"
  | "cycle"
  | "node_unreachable"
  | "dead_end"
  | "no_end_reachable"
  | "condition_ref"
  | "condition_type"
  | "not_exhaustive"
  | "edge_shadowed"
  | "condition_unsatisfiable"
  | "type_changed_since_version";
