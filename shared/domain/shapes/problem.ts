import { Closed, Nullable, type Static, Type } from "../schema.ts";

/** The findings of the publish proof (decisions §4.4), each with a title and its meaning. */
export const problemCodes = {
  entry_missing: ["No first node", "`entry_node_id` is absent or names no node."],
  duplicate_node_id: ["Id used twice", "Another node has this id already."],
  unknown_type: ["Unknown type", "`question_type` is none that Pathform knows."],
  bad_config: ["Wrong settings", "`data.config` does not fit the question type: a wrong or unknown key."],
  bad_condition: ["Wrong condition", "The condition is malformed: an unknown operator, a missing or wrong operand."],
  title_missing: ["No title", "A question needs a title."],
  edge_dangling: ["Edge to nowhere", "An end of the edge names no node."],
  end_has_edges: ["Edge from an end", "Nothing comes after an end screen."],
  fallback_not_end: ["Fallback is no end", "`fallback_end_node_id` names no end screen."],
  cycle: ["Circle", "The edges lead back to where they started."],
  node_unreachable: ["Unreachable", "No way leads to this node from the first one."],
  dead_end: ["Dead end", "No edge leads on from this node, and there is no fallback."],
  no_end_reachable: ["No end", "No end screen can be reached from the first node."],
  condition_ref: [
    "Unknown reference",
    "It reads a node that cannot have been answered before, or an undeclared hidden field.",
  ],
  condition_type: ["Condition does not fit", "The operator or a value does not fit the question that it reads."],
  not_exhaustive: ["Answers without an edge", "It is not proven that some edge is true for every answer."],
  edge_shadowed: ["Edge never taken", "An edge before it is always taken first."],
  condition_unsatisfiable: ["Condition never true", "No answer can make this condition true."],
  breaking_change: [
    "Not comparable any more",
    "Answers or totals cannot be compared with those of the current version: something that answers name is gone, or points changed.",
  ],
  type_changed_since_version: ["Type changed", "The question had another type in the current version."],
} satisfies Record<string, readonly [title: string, description: string]>;

export type ProblemCode = keyof typeof problemCodes;

const codes = Object.keys(problemCodes) as ProblemCode[];

export const ProblemCode = Type.Enum(codes, {
  description: Object.entries(problemCodes)
    .map(([code, [title, description]]) => `- \`${code}\`: ${title}. ${description}`)
    .join("\n"),
});

/** Answers by node id, and the hidden fields of the link (decisions §9.1). */
export const Example = Closed({
  answers: Type.Record(Type.String(), Type.Unknown()),
  hidden: Type.Optional(Type.Record(Type.String(), Type.String())),
});

export const Problem = Closed({
  code: ProblemCode,
  severity: Type.Enum(["error", "warning"], { description: "A draft with errors cannot be published." }),
  node_id: Type.Optional(Type.String()),
  edge_index: Type.Optional(Type.Integer({ description: "The place of the edge in `graph.edges`." })),
  message: Type.String({ description: "Written for the owner." }),
  example: Nullable(Example),
});
export type Problem = Static<typeof Problem>;
