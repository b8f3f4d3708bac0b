import { leavesOf } from "../conditions.ts";
import { innerParts, type Part } from "./expression.ts";

/** Nodes and calculations that a part reads. */
export interface Reads {
  nodes: Set<string>;
  calculations: Set<string>;
  /** reads points or the total, directly */
  isPrivate: boolean;
}

export function readsOf(part: Part): Reads {
  const reads: Reads = { nodes: new Set(), calculations: new Set(), isPrivate: false };
  const visit = (one: Part): void => {
    addReads(one, reads);
    for (const inner of innerParts(one)) visit(inner);
  };
  visit(part);
  return reads;
}

function addReads(part: Part, reads: Reads): void {
  if ("node_id" in part) reads.nodes.add(part.node_id);
  if (part.kind === "points" || part.kind === "total") reads.isPrivate = true;
  if (part.kind === "calculation") reads.calculations.add(part.key);
  if (part.kind === "days") {
    for (const day of [part.from, part.to]) if (day.kind === "answer") reads.nodes.add(day.node_id);
  }
  if (part.kind !== "if") return;
  for (const { left } of leavesOf(part.condition)) {
    if (left?.type === "answer") reads.nodes.add(left.node_id);
    if (left?.type === "calculation") reads.calculations.add(left.key);
    if (left?.type === "score") reads.isPrivate = true;
  }
}
