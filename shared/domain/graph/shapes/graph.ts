import { Condition } from "../../conditions/condition.ts";
import { idPattern, idPatternMessage } from "../../formats.ts";
import {
  edgeLimit,
  hiddenFieldLimit,
  languageLimit,
  nodeLimit,
  pageLimit,
  pageNodeLimit,
  validIfLimit,
} from "../../limits.ts";
import { configSchema } from "../../questions/config/index.ts";
import { ImageUrl, SourceCode, Text } from "../../questions/config/words.ts";
import { type QuestionType, questionTypes } from "../../questions/question.ts";
import { Closed, field, Nullable, type Static, type TSchema, Type } from "../../schema.ts";
import { Calculation, calculationsOf, PublicCalculation } from "./calculation.ts";

/**
 * Graphs (decisions §4). PUT draft accepts any well-formed graph (§3), and validation checks its meaning
 * (shared/domain/graph/analyze.ts). So the checks of drafts are lenient, and their documentation (`documented`) lists the valid
 * shape first.
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
  is_personal: Type.Optional(
    Type.Boolean({
      ...field("boolean", "Personal data", "The answer can identify someone."),
      default: false,
    }),
  ),
};
const source = {
  source_name: Type.Optional(
    SourceCode("Source name", "Its name in another tool. Imports of responses look for it first."),
  ),
};
export const Position = Closed({ x: Type.Number(), y: Type.Number() });
const position = { position: Type.Optional(Position) };

const anything = () => Type.Optional(Type.Unknown());

/** A draft's invalid condition. Its keys are listed, because client generators create invalid code for free-form objects. */
export const UnfinishedCondition = Type.Object(
  { all: anything(), any: anything(), not: anything(), left: anything(), op: anything(), right: anything() },
  { additionalProperties: true, description: "Any object. Publishing validates it." },
);
const draftCondition = { documented: Type.Union([Condition, UnfinishedCondition, Type.Null()]) };
const submittedCondition = () => Type.Optional(Type.Union([openObject(), Type.Null()], draftCondition));
/** Any JSON in TypeScript, like the condition of an edge (graph/types.ts). */
const draftGuard = () => Type.Optional(Type.Unsafe<unknown>(Type.Union([openObject(), Type.Null()], draftCondition)));

const ruleMessage = Type.String({ ...field("text", "Message"), maxLength: 500 });

/** A rule of `valid_if`. */
export const ValidIf = Closed({ condition: Condition, message: ruleMessage });
export const UnfinishedValidIf = Closed({ condition: draftGuard(), message: Type.Optional(ruleMessage) });

/** An image above a node's title. */
export const NodeImage = Closed({
  url: ImageUrl("Image"),
  alt: Text("Alternative text"),
});
export const UnfinishedNodeImage = Closed({
  url: Type.Optional(Type.String({ maxLength: 2048 })),
  alt: Type.Optional(NodeImage.properties.alt),
});

/** Keys of `data` that every type has, in a valid node and in a draft. */
const guards = {
  show_if: Type.Optional(Type.Union([Condition, Type.Null()])),
  valid_if: Type.Optional(Type.Array(ValidIf, { maxItems: validIfLimit })),
  image: Type.Optional(NodeImage),
};
const draftGuards = {
  show_if: draftGuard(),
  valid_if: Type.Optional(Type.Array(UnfinishedValidIf, { maxItems: validIfLimit })),
  image: Type.Optional(UnfinishedNodeImage),
};

const nodeOf = (type: QuestionType) =>
  Closed({
    id: id(),
    question_type: Type.Literal(type),
    data: Closed({ ...texts, ...source, ...guards, config: Type.Optional(configSchema(type)) }),
    ...position,
  });

const byName = <S>(part: "Config" | "Node", shapeOf: (type: QuestionType) => S): Record<string, S> =>
  Object.fromEntries(questionTypes.map((type) => [`${pascalCase(type)}${part}`, shapeOf(type)]));

/** Configs and nodes of all types by their names in the OpenAPI document, such as `ShortTextConfig` and `ShortTextNode`. */
export const configsByName = byName("Config", configSchema);
export const nodesByName = byName("Node", nodeOf);

/** A valid screen or question. */
export const QuestionNode = Type.Union(questionTypes.map(nodeOf), { discriminator: { propertyName: "question_type" } });

export const NodeData = Closed({ ...texts, ...source, ...draftGuards, config: Type.Optional(openObject()) });

const unfinished = {
  id: id(),
  question_type: Type.Optional(Type.String({ maxLength: 64 })),
  data: Type.Optional(NodeData),
  ...position,
};

/** A node of a draft with any type and config, or none. */
export const UnfinishedNode = Closed(unfinished);
const draftNode = { documented: Type.Union([QuestionNode, UnfinishedNode]) };

const ends = { id: Type.Optional(id()), from: id(), to: id() };
export const SubmittedNode = Closed(unfinished, draftNode);
export const SubmittedEdge = Closed({
  ...ends,
  condition: submittedCondition(),
});

const readNode = Closed({ ...unfinished, question_type: Type.String(), data: NodeData }, draftNode);
const DraftEdge = Closed({ ...ends, condition: Type.Unknown(draftCondition) });

const publishedNode = Closed(readNode.properties, { documented: QuestionNode });
export const Edge = Closed({ ...ends, condition: Type.Unknown({ documented: Nullable(Condition) }) });

/** Questions shown together. */
export const Page = Closed({
  id: id(),
  title: texts.title,
  description: texts.description,
  node_ids: Type.Array(id(), { maxItems: pageNodeLimit }),
  shuffle: Type.Optional(
    Type.Boolean({
      ...field("boolean", "Random order", "Each respondent sees these questions in an order of their own."),
      default: false,
    }),
  ),
});

/** Texts by language tag and key, such as `q1.title` (features §13). */
const translations = {
  translations: Type.Optional(
    Type.Record(Type.String(), Type.Record(Type.String(), Type.String({ maxLength: 5000 })), {
      maxProperties: languageLimit,
    }),
  ),
};

const graphOf = <N extends TSchema, E extends TSchema, C extends typeof Calculation | typeof PublicCalculation>(
  node: N,
  edge: E,
  calculation: C,
) =>
  Closed({
    schema_version: Type.Enum(["2.0"]),
    entry_node_id: Type.Optional(Nullable(id())),
    fallback_end_node_id: Type.Optional(Nullable(id())),
    nodes: Type.Array(node, { maxItems: nodeLimit }),
    edges: Type.Array(edge, { maxItems: edgeLimit }),
    hidden_fields: Type.Optional(Type.Array(id(), { maxItems: hiddenFieldLimit })),
    pages: Type.Optional(Type.Array(Page, { maxItems: pageLimit })),
    markup: Type.Optional(Type.Enum(["inline"], { errorMessage: 'must be "inline"' })),
    ...calculationsOf(calculation),
  });

const translatedGraphOf = <N extends TSchema, E extends TSchema>(node: N, edge: E) =>
  Closed({ ...graphOf(node, edge, Calculation).properties, ...translations });

export const SubmittedGraph = translatedGraphOf(SubmittedNode, SubmittedEdge);
/** A draft's graph in responses. */
export const DraftGraph = translatedGraphOf(readNode, DraftEdge);
/** A version's graph, with valid nodes and conditions. */
export const Graph = translatedGraphOf(publishedNode, Edge);
/** A version's graph for respondents. */
export const PublicGraph = graphOf(publishedNode, Edge, PublicCalculation);

/** A graph in a request. `normalizeGraph` fills in optional fields. */
export type SubmittedGraph = Static<typeof SubmittedGraph>;

function pascalCase(type: string): string {
  return type.replace(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
}
