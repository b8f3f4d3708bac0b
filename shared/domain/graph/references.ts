import { leftOf } from "./conditions.ts";
import type { Outline, OutlineNode } from "./outline.ts";
import type { Reachability } from "./reachability.ts";
import type { Comparison, Operand } from "./types.ts";

/** Problem of a comparison or recall whose operand can't be known (decisions §4.4 `condition_ref`), or null. */
export type ReferenceFault = string | null;

/** Checks a comparison, which can read nodes that can be passed before this one, and with `readsOwn` also this one. */
export function comparisonReferenceFault(
  comparison: Comparison,
  from: OutlineNode,
  outline: Outline,
  reachability: Reachability,
  readsOwn = true,
): ReferenceFault {
  const left = leftOf(comparison, from.id);
  if (readsOwn && left.type === "answer" && left.node_id === from.id) return answerFault(from);
  return referenceFault(left, from, outline, reachability);
}

/** Checks the recalls in a node's title and description, which can only read earlier answers. */
export function recallFaults(node: OutlineNode, outline: Outline, reachability: Reachability): string[] {
  const { title, description } = node.source.data ?? {};
  return recallFaultsOf(`${title ?? ""}\n${description ?? ""}`, node, outline, reachability);
}

/** Checks the recalls in a text that is shown at a node, with `readsOwn` after its answer. */
export function recallFaultsOf(
  text: string,
  node: OutlineNode,
  outline: Outline,
  reachability: Reachability,
  readsOwn = false,
): string[] {
  const operands = Array.from(text.matchAll(/\{\{(answer|hidden):([^{}]*)\}\}/g), ([, type, name = ""]): Operand => {
    return type === "answer" ? { type, node_id: name } : { type: "hidden", key: name };
  });
  const isOwn = (operand: Operand) => readsOwn && operand.type === "answer" && operand.node_id === node.id;
  const faults = operands.map((operand) =>
    isOwn(operand) ? null : referenceFault(operand, node, outline, reachability),
  );
  return [...new Set(faults.filter((fault) => fault !== null))];
}

function referenceFault(
  operand: Operand,
  at: OutlineNode,
  outline: Outline,
  reachability: Reachability,
): ReferenceFault {
  if (operand.type === "score") return null;
  if (operand.type === "hidden") {
    return outline.hidden_fields.has(operand.key) ? null : `the hidden field \`${operand.key}\` isn't declared`;
  }
  const node = outline.byId.get(operand.node_id);
  if (!node) return `node \`${operand.node_id}\` not found`;
  const fault = answerFault(node);
  // without an entry, the order of nodes is unknown
  if (fault !== null || outline.entry === null) return fault;
  return reachability.isAncestor(node.at, at.at) ? null : `\`${node.id}\` can't be answered before this point`;
}

function answerFault(node: OutlineNode): ReferenceFault {
  return node.is_screen ? `\`${node.id}\` is a screen and has no answer` : null;
}
