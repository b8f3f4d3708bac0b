import type { Found } from "../problem.ts";
import type { Change } from "../shapes/diff.ts";
import type { Graph, Problem, Reason } from "../types.ts";
import { diff } from "./diff.ts";

/**
 * Returns breaking changes since the current version as warnings by node (decisions §9.1). A question with a changed type has only
 * that warning.
 */
export function changesSince(previous: Graph, graph: Graph): Map<string, Found[]> {
  const breaking = diff({ graph: previous }, { graph }).filter(({ impact }) => impact === "breaking");
  const byNode = Map.groupBy(breaking, ({ node_id }) => node_id ?? "");
  const indexOf = (nodeId: string) => graph.nodes.findIndex(({ id }) => id === nodeId);
  return new Map([...byNode].map(([id, changes]) => [id, warningsOf(changes, indexOf(id))]));
}

function warningsOf(changes: readonly Change[], index: number): Found[] {
  const typeChange = changes.find(({ field }) => field === "question_type");
  if (typeChange) {
    const { before, after } = typeChange;
    const reason: Reason = { kind: "type_changed", type_before: String(before), question_type: String(after) };
    return [warning(typeChange, "type_changed_since_version", reason, index)];
  }
  return changes.map((change) => {
    const { field, node_id: id, why } = change;
    const reason: Reason =
      field === null
        ? { kind: "node_removed", node_id: id ?? "", why }
        : { kind: "field_changed", changed: field, why };
    return warning(change, "breaking_change", reason, index);
  });
}

function warning({ node_id, field }: Change, code: Problem["code"], reason: Reason, index: number): Found {
  // up to the setting: within it, fields name options by value
  const keys = field?.split(".").slice(0, 3) ?? [];
  const at = index < 0 ? [] : ["nodes", index, ...keys];
  return { code, severity: "warning", ...(node_id !== null && { node_id }), at, reason, example: null };
}
