import { ProblemReason } from "../../reason.ts";
import { Closed, Nullable, type Static, Type } from "../../schema.ts";

/** Problem codes of the publish proof (decisions §4.4), each with a title and a description. */
export const problemCodes = {
  entry_missing: ["Missing start", "`entry_node_id` is missing or not found."],
  duplicate_node_id: ["Duplicate ID", "Another node has the same ID."],
  unknown_type: ["Unknown type", "`question_type` isn't a known question type."],
  bad_config: ["Invalid settings", "`data.config` has a wrong or unknown key for this question type."],
  bad_condition: ["Invalid condition", "The condition has an unknown operator, or a missing or wrong operand."],
  bad_calculation: ["Invalid calculation", "The calculation is malformed, too large, or reads an unknown calculation."],
  title_missing: ["Missing title", "A question needs a title."],
  edge_dangling: ["Broken edge", "The edge names a node that doesn't exist."],
  end_has_edges: ["Edge from an end screen", "An end screen can't have edges."],
  fallback_not_end: ["Fallback isn't an end screen", "`fallback_end_node_id` must name an end screen."],
  cycle: ["Cycle", "The edges lead back to the same node."],
  node_unreachable: ["Unreachable", "No path leads from the entry node to this node."],
  dead_end: ["Dead end", "The node has no edge, and the form has no default end screen."],
  no_end_reachable: ["No end", "No end screen can be reached from the entry node."],
  condition_ref: [
    "Unknown reference",
    "The condition reads a node that can't be answered before, or an undeclared hidden field.",
  ],
  condition_type: ["Condition doesn't fit", "The operator or a value doesn't fit the question."],
  bad_page: ["Invalid page", "A page names an unknown, repeated or end node, or another page has the same ID."],
  page_entry: ["Page entered in the middle", "An edge from outside a page must lead to its first node."],
  hidden_reserved: ["Reserved hidden field", "The page's address gives this name a meaning of its own."],
  bad_translation: ["Invalid translation", "A language isn't a language tag, is the form's own, or is there twice."],
  translation_missing: ["Missing translations", "Some texts aren't translated. They are shown in the form's language."],
  translation_unused: ["Unused translations", "Some translations are for texts that the form doesn't have."],
  not_exhaustive: ["Unhandled answers", "Some answers may match no edge."],
  edge_shadowed: ["Edge never taken", "An earlier edge always matches first."],
  condition_unsatisfiable: ["Condition never true", "No answer can match this condition."],
  breaking_change: ["Breaking change", "Answers or totals can't be compared with the current version."],
  type_changed_since_version: ["Type changed", "The question has a different type in the current version."],
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
  severity: Type.Enum(["error", "warning"]),
  node_id: Type.Optional(Type.String()),
  edge_index: Type.Optional(Type.Integer()),
  path: Nullable(Type.String()),
  reason: ProblemReason,
  message: Type.String(),
  example: Nullable(Example),
});
export type Problem = Static<typeof Problem>;
