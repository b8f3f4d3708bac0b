import type { Fault } from "../fault.ts";
import { leftOf } from "./conditions.ts";
import type { Outline, OutlineNode } from "./outline.ts";
import type { Reachability } from "./reachability.ts";
import { recallsOf, shownCalculations } from "./recalled.ts";
import type { Comparison, Operand, Reason } from "./types.ts";

/** Problem of a comparison or recall whose operand can't be known (decisions §4.4 `condition_ref`), or null. */
export type ReferenceFault = Reason | null;

/** Checks a comparison, which can read nodes that can be passed before this one, and with `readsOwn` also this one. */
export function comparisonReferenceFault(
  comparison: Comparison,
  from: OutlineNode,
  outline: Outline,
  reachability: Reachability,
  readsOwn = true,
): ReferenceFault {
  const left = leftOf(comparison, from.id);
  if (left.type === "calculation") return calculationFault(left.key, from, outline, reachability, readsOwn);
  if (readsOwn && left.type === "answer" && left.node_id === from.id) return answerFault(from);
  return referenceFault(left, from, outline, reachability);
}

/** Checks the recalls in a node's title and description, which can only read earlier answers. */
export function recallFaults(node: OutlineNode, outline: Outline, reachability: Reachability): Fault[] {
  const texts = (["title", "description"] as const).flatMap((key) =>
    recallFaultsOf(node.source.data?.[key] ?? "", node, outline, reachability).map((reason) => ({
      at: ["data", key],
      reason,
    })),
  );
  const shown = node.is_end ? shownCalculations(node.source) : [];
  const unknown = shown.flatMap((key, index): Fault[] => {
    const reason: Reason = { kind: "calculation_unknown", key };
    return outline.calculations.has(key) ? [] : [{ at: ["data", "config", "show_calculations", index], reason }];
  });
  return [...distinct(texts, ({ reason }) => reason), ...unknown];
}

/** Keeps the first item with each reason. */
function distinct<T>(items: readonly T[], reasonOf: (item: T) => Reason): T[] {
  const byReason = new Map<string, T>();
  for (const item of items) {
    const name = JSON.stringify(reasonOf(item));
    if (!byReason.has(name)) byReason.set(name, item);
  }
  return [...byReason.values()];
}

/** Checks the recalls in a text that is shown at a node, with `readsOwn` after its answer. */
export function recallFaultsOf(
  text: string,
  node: OutlineNode,
  outline: Outline,
  reachability: Reachability,
  readsOwn = false,
): Reason[] {
  const faults = recallsOf(text).map(({ kind, name }) => {
    if (kind === "calculation" || kind === "band")
      return calculationRecallFault(name, node, outline, reachability, readsOwn);
    const operand = operandOf(kind, name);
    const isOwn = readsOwn && operand.type === "answer" && operand.node_id === node.id;
    return isOwn ? null : referenceFault(operand, node, outline, reachability);
  });
  return distinct(
    faults.filter((fault) => fault !== null),
    (fault) => fault,
  );
}

const operandOf = (kind: string, name: string): Operand =>
  kind === "answer" ? { type: kind, node_id: name } : { type: "hidden", key: name };

/** Checks a recall. Only end screens can recall private calculations, because they come with `complete` (features §12). */
function calculationRecallFault(
  key: string,
  node: OutlineNode,
  outline: Outline,
  reachability: Reachability,
  countsOwn: boolean,
): ReferenceFault {
  if (!node.is_end && outline.calculations.get(key)?.isPrivate) return { kind: "calculation_private", key };
  return calculationFault(key, node, outline, reachability, countsOwn);
}

/** Checks that a calculation exists, and that a node that it reads can come before. */
function calculationFault(
  key: string,
  at: OutlineNode,
  outline: Outline,
  reachability: Reachability,
  countsOwn: boolean,
): ReferenceFault {
  const calculation = outline.calculations.get(key);
  if (!calculation) return { kind: "calculation_unknown", key };
  if (calculation.nodes.size === 0 || outline.entry === null) return null;
  const canPrecede = [...calculation.nodes].some((id) => {
    const node = outline.byId.get(id);
    return node && ((countsOwn && node === at) || reachability.isAncestor(node.at, at.at));
  });
  return canPrecede ? null : { kind: "calculation_unanswered", key };
}

function referenceFault(
  operand: Operand,
  at: OutlineNode,
  outline: Outline,
  reachability: Reachability,
): ReferenceFault {
  if (operand.type === "score" || operand.type === "calculation") return null;
  if (operand.type === "hidden") {
    return outline.hidden_fields.has(operand.key) ? null : { kind: "hidden_unknown", key: operand.key };
  }
  const node = outline.byId.get(operand.node_id);
  if (!node) return { kind: "node_unknown", node_id: operand.node_id };
  const fault = answerFault(node);
  // without an entry, the order of nodes is unknown
  if (fault !== null || outline.entry === null) return fault;
  return reachability.isAncestor(node.at, at.at) ? null : { kind: "node_later", node_id: node.id };
}

function answerFault(node: OutlineNode): ReferenceFault {
  return node.is_screen ? { kind: "node_without_answer", node_id: node.id } : null;
}
