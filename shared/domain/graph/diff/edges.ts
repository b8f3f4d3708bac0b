import type { Change } from "../shapes/diff.ts";
import type { Edge, Json } from "../types.ts";
import { movedIndexes, sameValue, textOf } from "./values.ts";

/** Changes of edges are safe: answers keep their meaning on any path. */
const whys = {
  added: "Respondents may take a different path. Answers keep their meaning.",
  removed: "Respondents no longer take this edge. Answers keep their meaning.",
  changed: "Respondents may take a different path. Answers keep their meaning.",
  order: "Different order of edges. Answers keep their meaning.",
};

export function edgeChanges(before: readonly Edge[], after: readonly Edge[]): Change[] {
  const matches = matched(before, after);
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

/** Returns indexes in `before` by index in `after`. If both edges have an id, only the ids are compared. */
function matched(before: readonly Edge[], after: readonly Edge[]): Map<number, number> {
  const matches = new Map<number, number>();
  const free = new Set(before.keys());
  const canMatch = (at: number, index: number) => {
    const [old, now] = [before[index]?.id ?? null, after[at]?.id ?? null];
    return old === null || now === null || old === now;
  };
  const match = (at: number, index: number | undefined) => {
    if (index !== undefined && canMatch(at, index) && free.delete(index)) matches.set(at, index);
  };
  /** Matches each unmatched edge of `after` with the first free edge that has the same key. */
  const matchBy = (keyOf: (edge: Edge) => string | null) => {
    const indexes = Map.groupBy(free, (index) => keyOf(before[index] as Edge));
    for (const [at, edge] of after.entries()) {
      const key = matches.has(at) ? null : keyOf(edge);
      if (key === null) continue;
      match(
        at,
        indexes.get(key)?.find((index) => free.has(index) && canMatch(at, index)),
      );
    }
  };
  matchBy(({ id }) => id ?? null);
  matchBy((edge) => textOf([edge.from, edge.to, edge.condition]));
  for (const at of after.keys()) if (!matches.has(at)) match(at, at);
  return matches;
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
