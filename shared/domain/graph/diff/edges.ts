import type { Edge, Json } from "../types.ts";
import type { Change } from "./change.ts";
import { movedPlaces, sameValue, textOf } from "./values.ts";

/** An edge is a way through the form: whichever a respondent takes, an answer means what it meant. */
const whys = {
  added: "Respondents may take a different path. Answers keep their meaning.",
  removed: "Respondents no longer take this edge. Answers keep their meaning.",
  changed: "Respondents may take a different path. Answers keep their meaning.",
  order: "Different order of edges. Answers keep their meaning.",
};

export function edgeChanges(before: readonly Edge[], after: readonly Edge[]): Change[] {
  const matches = matched(before, after);
  const kept = after.keys().filter((at) => matches.has(at));
  const moved = movedPlaces([...kept].map((at) => matches.get(at) as number));
  const inOrder = after.flatMap((edge, at) => {
    const place = matches.get(at);
    if (place === undefined) return [changeOf(edge, at, { change: "added", after: edgeAsJson(edge), why: whys.added })];
    const fields = changedFields(before[place] as Edge, edge, at);
    const order = { field: "order", before: place, after: at, why: whys.order };
    return moved.has(place) ? [...fields, changeOf(edge, at, order)] : fields;
  });
  const isKept = new Set(matches.values());
  const removed = before.flatMap((edge, at) =>
    isKept.has(at) ? [] : [changeOf(edge, at, { change: "removed", before: edgeAsJson(edge), why: whys.removed })],
  );
  return [...inOrder, ...removed];
}

/** By place in `after`, the place in `before`. Edges that both have an id are told apart by it alone. */
function matched(before: readonly Edge[], after: readonly Edge[]): Map<number, number> {
  const matches = new Map<number, number>();
  const free = new Set(before.keys());
  const isOne = (at: number, place: number) => {
    const [old, now] = [before[place]?.id ?? null, after[at]?.id ?? null];
    return old === null || now === null || old === now;
  };
  const match = (at: number, place: number | undefined) => {
    if (place !== undefined && isOne(at, place) && free.delete(place)) matches.set(at, place);
  };
  /** Each of `after` that has none yet takes the first free one with the same key. */
  const matchBy = (keyOf: (edge: Edge) => string | null) => {
    const places = Map.groupBy(free, (place) => keyOf(before[place] as Edge));
    for (const [at, edge] of after.entries()) {
      const key = matches.has(at) ? null : keyOf(edge);
      if (key === null) continue;
      const place = places.get(key)?.find((place) => free.has(place) && isOne(at, place));
      match(at, place);
    }
  };
  matchBy(({ id }) => id ?? null);
  matchBy((edge) => textOf([edge.from, edge.to, edge.condition]));
  for (const at of after.keys()) if (!matches.has(at)) match(at, at);
  return matches;
}

function changedFields(before: Edge, after: Edge, at: number): Change[] {
  return (["id", "from", "to", "condition"] as const)
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
