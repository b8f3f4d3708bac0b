import type { Change } from "../../shapes/diff.ts";
import type { Graph, Problem } from "../types.ts";
import { diff } from "./diff.ts";

/**
 * Returns breaking changes since the current version as warnings by node (decisions §9.1). A question with a changed type has only
 * that warning.
 */
export function changesSince(previous: Graph, graph: Graph): Map<string, Problem[]> {
  const breaking = diff({ graph: previous }, { graph }).filter(({ impact }) => impact === "breaking");
  const byNode = Map.groupBy(breaking, ({ node_id }) => node_id ?? "");
  return new Map([...byNode].map(([id, changes]) => [id, warningsOf(changes)]));
}

function warningsOf(changes: readonly Change[]): Problem[] {
  const typeChange = changes.find(({ field }) => field === "question_type");
  if (typeChange) {
    const { before, after } = typeChange;
    const message = `the type changed from \`${before}\` in the current version to \`${after}\`; exports show both in one column`;
    return [warning(typeChange, "type_changed_since_version", message)];
  }
  return changes.map((change) => {
    const what = change.field ?? `\`${change.node_id}\` was removed`;
    return warning(change, "breaking_change", `${what}: ${change.why}`);
  });
}

function warning({ node_id }: Change, code: Problem["code"], message: string): Problem {
  return { code, severity: "warning", ...(node_id !== null && { node_id }), message, example: null };
}
