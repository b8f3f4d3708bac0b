import { idPattern, idPatternMessage } from "../formats.ts";
import { edgeLimit, hiddenFieldLimit, nodeLimit } from "../graph/limits.ts";
import { configSchema, configShapes } from "../questions/config/index.ts";
import { type QuestionType, questionTypes } from "../questions/question.ts";
import { Closed, field, Nullable, type Static, type TSchema, Type } from "../schema.ts";
import { Condition } from "./condition.ts";

/**
 * Graphs (decisions §4). PUT draft takes any that is well-formed, however unfinished (§3); what a graph *means* is the
 * publish proof's business (shared/domain/graph/analyze.ts). So the checks of drafts are lenient, and their documentation
 * (`documented`) names the good shape first.
 */
const id = (title?: string) =>
  Type.String({
    ...(title !== undefined && { title }),
    pattern: idPattern,
    patternMessage: idPatternMessage,
  });
const openObject = () => Type.Object({}, { additionalProperties: true });

const texts = {
  title: Type.Optional(Type.String({ ...field("text", "Title"), maxLength: 500 })),
  description: Type.Optional(Type.String({ ...field("long_text", "Description"), maxLength: 5000 })),
  is_required: Type.Optional(Type.Boolean(field("boolean", "Required"))),
};
export const Position = Closed({ x: Type.Number(), y: Type.Number() });
const place = { position: Type.Optional(Position) };

const nodeOf = (type: QuestionType) =>
  Closed({
    id: id(),
    question_type: Type.Literal(type),
    data: Closed({ ...texts, config: Type.Optional(configSchema(type)) }),
    ...place,
  });

/** Each type's node and config under their names in the API's document: `ShortTextNode`, `ShortTextConfig` … */
export const questionShapes: Record<string, TSchema> = {
  ...configShapes,
  ...Object.fromEntries(questionTypes.map((type) => [`${pascalCase(type)}Config`, configSchema(type)])),
  ...Object.fromEntries(questionTypes.map((type) => [`${pascalCase(type)}Node`, nodeOf(type)])),
};

/** A screen or a question that may be published. */
export const QuestionNode = Type.Union(questionTypes.map(nodeOf), { discriminator: { propertyName: "question_type" } });

export const NodeData = Closed({ ...texts, config: Type.Optional(openObject()) });

const unfinished = {
  id: id(),
  question_type: Type.Optional(Type.String({ maxLength: 64 })),
  data: Type.Optional(NodeData),
  ...place,
};

/** What a draft may hold instead: any type, any config, or none yet. */
export const UnfinishedNode = Closed(unfinished);
const draftNode = { documented: Type.Union([QuestionNode, UnfinishedNode]) };

const ends = { id: Type.Optional(id()), from: id(), to: id() };
const anything = () => Type.Optional(Type.Unknown());

/** What a draft may hold instead of a condition. Its keys are named, since generators make illegal code of a free object. */
export const UnfinishedCondition = Type.Object(
  { all: anything(), any: anything(), not: anything(), left: anything(), op: anything(), right: anything() },
  { additionalProperties: true, description: "Any object. Publishing validates it." },
);
const draftCondition = { documented: Type.Union([Condition, UnfinishedCondition, Type.Null()]) };

export const SubmittedNode = Closed(unfinished, draftNode);
export const SubmittedEdge = Closed({
  ...ends,
  condition: Type.Optional(Type.Union([openObject(), Type.Null()], draftCondition)),
});

const readNode = Closed({ ...unfinished, question_type: Type.String(), data: NodeData }, draftNode);
const DraftEdge = Closed({ ...ends, condition: Type.Unknown(draftCondition) });

const publishedNode = Closed(readNode.properties, { documented: QuestionNode });
export const Edge = Closed({ ...ends, condition: Type.Unknown({ documented: Nullable(Condition) }) });

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
/** A draft's, as it is read. */
export const DraftGraph = graphOf(readNode, DraftEdge);
/** A version's: every node and condition is right. */
export const Graph = graphOf(publishedNode, Edge);

/** As it was sent; `normalizeGraph` fills in what may be left out. */
export type SubmittedGraph = Static<typeof SubmittedGraph>;

function pascalCase(type: string): string {
  return type.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
