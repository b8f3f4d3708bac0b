/**
 * A form as a graph (spec §Draft graph, decisions §4). Nodes are screens and questions, connected by edges.
 *
 * Glossary
 * - graph      nodes and edges of a form; a draft's can be invalid, a published version's is validated
 * - node       a screen or a question; `question_type` names its module in shared/domain/questions
 * - edge       connection from one node to another; a node's edges are evaluated in array order, and the first match wins
 * - condition  must be true for the edge to match; `null` always matches
 * - fallback   end screen if no edge of a node matches
 * - path       nodes that a respondent has seen, in order; no node is on it twice
 * - walk       a respondent's path with the answers
 */
import type { Json } from "../json.ts";
import type { Reason } from "../reason.ts";
import type { Band, Calculation, CalculationResults } from "./shapes/calculation.ts";
import type { ProblemCode } from "./shapes/problem.ts";

export type { Comparison, Condition, Operand } from "../conditions/condition.ts";
export type { Band, Calculation, CalculationResults, Json, ProblemCode, Reason };

export interface NodeData {
  title?: string;
  description?: string;
  is_required?: boolean;
  /** The answer can identify someone (wants §21.5). Absent is false. */
  is_personal?: boolean;
  config?: Record<string, unknown>;
  /** Name of the question in another tool, if that can't be its id (decisions §4.1). */
  source_name?: string;
  /** A condition. The node is passed over unless it is true (features §11.1). Any JSON in a draft. */
  show_if?: unknown;
  /** Rules for a given answer, in order (features §11.2). */
  valid_if?: ValidIf[];
  /** Image above the title (features §11.4). */
  image?: { url?: string; alt?: string };
}

export interface ValidIf {
  /** Any JSON in a draft. Without `left`, a comparison reads the answer itself. */
  condition?: unknown;
  /** message for the respondent if the condition is false */
  message?: string;
}

export interface GraphNode {
  id: string;
  /** A draft can have an unknown type; a published graph only has types of shared/domain/questions. */
  question_type: string;
  data: NodeData;
  /** Position in the editor, omitted from the public graph. */
  position?: { x: number; y: number };
}

export interface Edge {
  id?: string;
  from: string;
  to: string;
  /** Any JSON in a draft. `parseCondition` checks it. */
  condition: unknown;
}

export interface Graph {
  schema_version: "2.0";
  entry_node_id?: string | null;
  fallback_end_node_id?: string | null;
  nodes: GraphNode[];
  edges: Edge[];
  hidden_fields?: string[];
  calculations?: Calculation[];
  pages?: Page[];
  /** Texts have emphasis, links and lists (markup/); absent: they are plain (wants §21.1). */
  markup?: "inline";
  translations?: Translations;
}

/** How a text is marked up. `line`: emphasis and links. `blocks`: also paragraphs and lists, in descriptions. */
export type MarkupKind = "line" | "blocks";

/** Texts of one language by key, such as `q1.title`. */
export type Texts = Record<string, string>;

/** Texts by language tag (features §13). */
export type Translations = Record<string, Texts>;

/** Options without places, by node id (wants §22). */
export type FullOptions = ReadonlyMap<string, ReadonlySet<string>>;

/** Questions that are shown together (features §11.3). */
export interface Page {
  id: string;
  title?: string;
  description?: string;
  /** Every edge from outside leads to the first one. */
  node_ids: string[];
  /** Shows the questions in an order made from the session's id (wants §22). */
  shuffle?: boolean;
}

/** A validation problem (decisions §4.4). `problemMessage` (problem.ts) words it for the API. */
export interface Problem {
  code: ProblemCode;
  severity: "error" | "warning";
  node_id?: string;
  edge_index?: number;
  /** RFC 6901 pointer to a part of the graph; null for the whole graph */
  path: string | null;
  reason: Reason;
  /** Answers that reproduce it in a simulation. Null if none were found or answers can't show it. */
  example: Example | null;
}

/** Answers by node id, and hidden fields (decisions §9.1). */
export interface Example {
  answers: Record<string, Json>;
  hidden?: Record<string, string>;
}
