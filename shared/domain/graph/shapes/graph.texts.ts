import { texts } from "../../texts.ts";
import * as graph from "./graph.ts";

const data = {
  title: "The question as respondents see it. It can insert answers.",
  description: "Text below the title. It can insert answers.",
  is_required: "True if respondents can't skip the question.",
  is_personal: "The answer can identify someone.",
  source_name: "Its name in another tool. Imports of responses look for it first.",
  show_if: "Shows the question only if this condition matches. Null or absent for always.",
  valid_if: "Conditions that the answer must match, each with a message.",
  image: "Image above the question.",
  config: "Settings of this question type.",
};

const edge = {
  id: "ID of the edge, unique in the graph.",
  from: "ID of the node that the edge starts at.",
  to: "ID of the node that the edge leads to.",
  condition: "Condition that must match. Null for always.",
};

/** Texts of the API about the properties of graph.ts. */
export const graphTexts = [
  texts(graph.Position, { x: "Distance from the left, in px.", y: "Distance from the top, in px." }),
  texts(graph.UnfinishedCondition, {
    all: "Matches if all of these match.",
    any: "Matches if at least one of these matches.",
    not: "Matches if this condition doesn't match.",
    left: "Value to compare. In an edge's condition it defaults to the answer of the edge's node.",
    op: "Operator of the comparison. docs/graphs/conditions.md lists them by question type.",
    right: "Value to compare with. `answered` and its opposite need none.",
  }),
  texts([graph.ValidIf, graph.UnfinishedValidIf], {
    condition: "Condition that the answer must match.",
    message: "Message for respondents whose answer doesn't match.",
  }),
  texts([graph.NodeImage, graph.UnfinishedNodeImage], {
    url: "URL of the image.",
    alt: "Text for people who can't see the image.",
  }),
  texts(graph.NodeData, data),
  texts([graph.UnfinishedNode, ...Object.values(graph.nodesByName)], {
    id: "ID of the node, unique in the graph. Answers refer to it.",
    question_type: "Type of the question or screen. It decides the fields of `data.config`.",
    data: [
      "Texts and settings of the node.",
      {
        ...data,
        show_if: "The node is passed over unless this is true. Not on the entry node and end screens.",
        valid_if: "Rules for a given answer. The first one that is false rejects it with its message.",
      },
    ],
    position: "Place on the builder's canvas. Respondents don't see it.",
  }),
  texts([graph.SubmittedEdge, graph.Edge], edge),
  texts(graph.Page, {
    id: "ID of the page, unique in the graph.",
    title: "Title above the page's questions.",
    description: "Text below the page's title.",
    node_ids: "Every edge from outside leads to the first one.",
    shuffle: "Each respondent sees these questions in an order of their own.",
  }),
  texts([graph.SubmittedGraph, graph.DraftGraph, graph.Graph, graph.PublicGraph], {
    schema_version: "Version of the graph format.",
    entry_node_id: "Node that sessions start at. Null only in drafts.",
    fallback_end_node_id: "End screen for answers that no edge matches. Null if there is none.",
    nodes: "Questions and screens, in the order of the editor's list.",
    edges: ["Connections between nodes. The edges of a node are tried in this order.", edge],
    hidden_fields: "Keys that a link can set, such as `utm_source`.",
    pages: "Groups of questions that are shown together.",
    markup:
      "`inline` if texts have markup: `**bold**`, `*italic*`, `[text](address)`, and lists in descriptions. Absent for plain texts. docs/graphs.md says which texts.",
    calculations: "Values computed from answers, such as sums of points.",
    translations:
      'Texts in other languages by language tag and key, such as `{"de": {"q1.title": "Wie geht es dir?"}}`. docs/graphs/translations.md lists the keys. A text without translation is shown in the form\'s language.',
  }),
];
