import type { ComponentChildren } from "preact";
import type { PublicForm } from "../../../../shared/api/shapes/sessions.ts";
import { withRecalls } from "../../../../shared/domain/graph/recalls.ts";
import type { Graph, GraphNode, NodeData } from "../../../../shared/domain/graph/types.ts";

type Recall = (kind: string, name: string) => string;

/** Reads and draws texts with emphasis and links (wants §21.1). Empty until a form with them loads markup/drawing.tsx. */
export const markup: {
  /** Returns a node with plain texts, and how to draw them. */
  shown?: (node: GraphNode, recall: Recall) => GraphNode;
  /** Returns the graph that is walked, whose labels are plain where they are recalled. */
  walked?: (graph: Graph) => Graph;
  /** Draws an owner's message. */
  line?: (source: string) => ComponentChildren;
} = {};

/** A text that is drawn with emphasis and links. */
export interface Drawn {
  drawn?: () => ComponentChildren;
}

/** Data of a node with emphasis and links. */
export type DrawnData = NodeData & { drawn?: Record<"title" | "description", () => ComponentChildren> };

/** Returns a node as respondents see it. Inserts answers as text. */
export const shownNode = ({ graph }: PublicForm, node: GraphNode, recall: Recall): GraphNode =>
  ((graph.markup && markup.shown) || withRecalls)(node, recall);
