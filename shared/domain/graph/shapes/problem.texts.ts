import { texts } from "../../texts.ts";
import { Example, Problem } from "./problem.ts";

/** Texts of the API about the properties of problem.ts. */
export const problemTexts = [
  texts(Example, {
    answers: "Answers by node ID that reproduce the problem.",
    hidden: "Values of hidden fields that reproduce it.",
  }),
  texts(Problem, {
    code: "Stable name of the problem, for programs.",
    severity: "A draft with errors can't be published.",
    node_id: "ID of the node that has the problem. Absent if it is about the whole graph.",
    edge_index: "Index of the edge in `graph.edges`.",
    path: "JSON Pointer (RFC 6901) to a part of the graph, such as `/nodes/2/data/config/options/1/show_if`. Null for the whole graph.",
    reason: "Typed values behind the message, for programs.",
    message: "Message for the owner. It can change; read `reason` instead.",
    example: "Answers that lead to the problem. Null if none were found.",
  }),
];
