import { edgeLimit, hiddenFieldLimit, nodeLimit } from "../graph/limits.ts";
import { Closed, Nullable, type Static, type TSchema, Type } from "../schema.ts";

/**
 * The shape that PUT draft asks for (decisions §3, §4): well-formed, however unfinished. What a graph *means* is the
 * publish proof's business (shared/graph/analyze.ts).
 */
export const idPattern = "^(?!(?:__proto__|constructor|prototype)$)[A-Za-z0-9_-]{1,64}$";
const id = () => Type.String({ pattern: idPattern, patternMessage: "must be 1–64 of A–Z, a–z, 0–9, _ and -" });

export const NodeData = Closed({
  title: Type.Optional(Type.String({ maxLength: 500 })),
  description: Type.Optional(Type.String({ maxLength: 5000 })),
  is_required: Type.Optional(Type.Boolean()),
  config: Type.Optional(Type.Object({}, { additionalProperties: true })),
});

export const SubmittedNode = Closed({
  id: id(),
  question_type: Type.Optional(Type.String({ maxLength: 64 })),
  data: Type.Optional(NodeData),
  position: Type.Optional(Closed({ x: Type.Number(), y: Type.Number() })),
});

export const SubmittedEdge = Closed({
  id: Type.Optional(id()),
  from: id(),
  to: id(),
  condition: Type.Optional(Type.Unknown()),
});

export const GraphNode = Closed({ ...SubmittedNode.properties, question_type: Type.String(), data: NodeData });
export const Edge = Closed({ ...SubmittedEdge.properties, condition: Type.Unknown() });

const graphOf = <N extends TSchema, E extends TSchema>(node: N, edge: E) =>
  Closed({
    schema_version: Type.Enum(["2.0"]),
    entry_node_id: Type.Optional(Nullable(id())),
    fallback_end_node_id: Type.Optional(Nullable(id())),
    nodes: Type.Array(node, { maxItems: nodeLimit }),
    edges: Type.Array(edge, { maxItems: edgeLimit }),
    hidden_fields: Type.Optional(Type.Array(id(), { maxItems: hiddenFieldLimit })),
  });

export const SubmittedGraph = graphOf(SubmittedNode, SubmittedEdge);
export const Graph = graphOf(GraphNode, Edge);

export const Problem = Closed({
  code: Type.String(),
  severity: Type.Enum(["error", "warning"]),
  node_id: Type.Optional(Type.String()),
  edge_index: Type.Optional(Type.Integer()),
  message: Type.String(),
});

/** As it was sent; `normalizeGraph` fills in what may be left out. */
export type SubmittedGraph = Static<typeof SubmittedGraph>;
export type Problem = Static<typeof Problem>;
