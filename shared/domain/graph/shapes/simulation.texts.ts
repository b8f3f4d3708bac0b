import { texts } from "../../texts.ts";
import { calculationResults } from "./calculation.texts.ts";
import * as simulation from "./simulation.ts";

/** Texts of the API about the properties of simulation.ts. */
export const simulationTexts = [
  texts(simulation.SimulateBody, {
    answers: "By node ID. Optional nodes without an answer are skipped.",
    language: "Language of titles and messages, the form's own or one of its translations.",
    hidden: "Values of hidden fields by key.",
  }),
  texts(
    [simulation.AllExplanation, simulation.AnyExplanation, simulation.NotExplanation, simulation.ComparisonExplanation],
    {
      left: "The compared operand.",
      op: "Operator of the comparison.",
      right: "The value that it was compared with.",
      ci: "True if case was ignored.",
      actual: "The compared value. Null if unanswered.",
      result: "Whether it matches.",
      all: "Explanations of all parts.",
      any: "Explanations of all parts, of which one must match.",
      not: "Explanation of the negated part.",
    },
  ),
  texts(simulation.SimulatedEdge, {
    edge_index: "Index of the edge in `graph.edges`.",
    to: "Node that the edge leads to.",
    result: "Whether the edge's condition matches.",
    because: "Explanation of the condition. Null if the edge has none.",
  }),
  texts(simulation.SimulatedStep, {
    node_id: "Node of the step.",
    title: "Title as a respondent reads it. Only with `language`.",
    answer: "Answer of the step. Null if it was skipped.",
    score_awarded: "Points for the answer. Null if the question isn't scored.",
    taken: "Index in `edges` of the edge that was followed, or `fallback`. Null at the last step.",
    next_node_id: "Node that follows. Null at the last step.",
    edges: "Edges of the node in their order, up to the one that was followed.",
    passed_over: "True if the node isn't shown. Else absent.",
    show_if: "Why the node was shown or not.",
  }),
  texts(simulation.Simulation, {
    traversal_path: "IDs of the nodes that the answers lead through.",
    is_complete: "True if an end screen is reached.",
    end_node_id: "The end screen that is reached. Null if none is.",
    total_score: "Sum of the points of the answers on the path.",
    score_breakdown: "Points by node ID.",
    calculations: calculationResults,
    stopped: [
      "Why the walk stopped before an end screen. Null if it didn't.",
      {
        node_id: "Node at which the walk stopped.",
        reason: "Kind of the obstacle.",
        message: "The obstacle in words, for the owner.",
      },
    ],
    steps: "Each step with its edges, in order.",
  }),
];
