import type { Change } from "../shapes/diff.ts";
import type { Edge, Json } from "../types.ts";
import { matchedEdges } from "./matchedEdges.ts";
import { movedIndexes, sameValue } from "./values.ts";

/** Changes of edges are safe: answers keep their meaning on any path. */
const whys = {
  added: "Respondents may take a different path. Answers keep their meaning.",
  removed: "Respondents no longer take this edge. Answers keep their meaning.",
  changed: "Respondents may take a different path. Answers keep their meaning.",
  order: "Different order of edges. Answers keep their meaning.",
};

export function edgeChanges(before: readonly Edge[], after: readonly Edge[]): Change[] {
  const matches = matchedEdges(before, after);
  const kept = after.keys().filter((at) => matches.has(at));
  const moved = movedIndexes([...kept].map((at) => matches.get(at) as number));
  const inOrder = after.flatMap((edge, at) => {
    const index = matches.get(at);
    if (index === undefined) return [changeOf(edge, at, { change: "added", after: edgeAsJson(edge), why: whys.added })];
    const fields = changedFields(before[index] as Edge, edge, at);
    const order = { field: "order", before: index, after: at, why: whys.order };
    return moved.has(index) ? [...fields, changeOf(edge, at, order)] : fields;
  });
  const isKept = new Set(matches.values());
  const removed = before.flatMap((edge, at) =>
    isKept.has(at) ? [] : [changeOf(edge, at, { change: "removed", before: edgeAsJson(edge), why: whys.removed })],
  );
  return [...inOrder, ...removed];
}

/** Ids only match edges, so a new one changes nothing. */
function changedFields(before: Edge, after: Edge, at: number): Change[] {
  return (["from", "to", "condition"] as const)
    .filter((field) => !sameValue(before[field], after[field]))
    .map((field) =>
      changeOf(after, at, { field, before: json(before[field]), after: json(after[field]), why: whys.changed }),
    );
}

function changeOf(edge: Edge, at: number, rest: Partial<Change> & { why: string }): Change {
  const whole = { change: "changed", field: null, before: null, after: null, impact: "safe" } as const;
  return { subject: "edge", node_id: edge.from, edge_index: at, ...whole, ...rest };
}

const edgeAsJson = ({ id, from, to, condition }: Edge): Json => ({
  ...(id !== undefined && { id }),
  from,
  to,
  condition: json(condition),
});
const json = (value: unknown): Json => (value ?? null) as Json;
