import { isScreen } from "../../questions/index.ts";
import type { GraphNode, Json } from "../types.ts";
import type { Change } from "./change.ts";
import { configChanges } from "./config.ts";
import { movedPlaces, sameValue } from "./values.ts";

/** What a field's change means; `order` is a node's place in the graph. */
const whys = {
  added: "A new node asks something new; earlier answers mean the same.",
  removed:
    "Answers to this node end here: its column has none of the newer version, and its points are gone from totals.",
  removedScreen: "Paths no longer pass this screen: those of the two versions are not the same.",
  question_type: "Answers have another form now: both kinds stand in one column.",
  "data.title": "Respondents read another title; answers mean the same.",
  "data.description": "Respondents read another description; answers mean the same.",
  "data.is_required": "It may now be skipped, or no longer; answers mean the same.",
  order: "The node stands elsewhere in the list; answers mean the same.",
};

export function nodeChanges(before: readonly GraphNode[], after: readonly GraphNode[]): Change[] {
  const places = firstPlaces(before);
  const kept = firstPlaces(after);
  const moved = movedPlaces([...kept.keys()].flatMap((id) => places.get(id) ?? []));
  const inOrder = [...kept].flatMap(([id, at]) => {
    const node = after[at] as GraphNode;
    const place = places.get(id);
    if (place === undefined) return [changeOf(id, { change: "added", after: asJson(node), why: whys.added })];
    const changes = changesOf(before[place] as GraphNode, node);
    const order = changeOf(id, { field: "order", before: place, after: at, why: whys.order });
    return moved.has(place) ? [...changes, order] : changes;
  });
  const removed = [...places].flatMap(([id, at]) => {
    if (kept.has(id)) return [];
    const node = before[at] as GraphNode;
    const why = isScreen(node.question_type) ? whys.removedScreen : whys.removed;
    return [changeOf(id, { change: "removed", before: asJson(node), impact: "breaking", why })];
  });
  return [...inOrder, ...removed];
}

/** An unfinished draft may have an id twice: the first counts, as in the proof. */
function firstPlaces(nodes: readonly GraphNode[]): Map<string, number> {
  const places = new Map<string, number>();
  for (const [at, { id }] of nodes.entries()) if (!places.has(id)) places.set(id, at);
  return places;
}

function changesOf(before: GraphNode, after: GraphNode): Change[] {
  const fields = [
    ["question_type", before.question_type, after.question_type],
    ["data.title", before.data.title, after.data.title],
    ["data.description", before.data.description, after.data.description],
    ["data.is_required", before.data.is_required, after.data.is_required],
  ] as const;
  const own = fields
    .filter(([, old, now]) => !sameValue(old, now))
    .map(([field, old, now]) => {
      const impact = field === "question_type" ? "breaking" : "safe";
      return changeOf(after.id, { field, before: old ?? null, after: now ?? null, impact, why: whys[field] });
    });
  return [...own, ...configChanges(before, after).map((change) => changeOf(after.id, change))];
}

function changeOf(id: string, rest: Partial<Change> & { why: string }): Change {
  const whole = { change: "changed", field: null, before: null, after: null, impact: "safe" } as const;
  return { subject: "node", node_id: id, edge_index: null, ...whole, ...rest };
}

const asJson = ({ position: _position, ...node }: GraphNode): Json => node as unknown as Json;
