import { isScreen } from "../../questions/index.ts";
import type { Change } from "../shapes/diff.ts";
import type { GraphNode, Json } from "../types.ts";
import { configChanges } from "./config.ts";
import { movedIndexes, sameValue } from "./values.ts";

/** Meaning of each field's change. `order` is the node's index in the graph. */
const whys = {
  added: "New node. Earlier answers keep their meaning.",
  removed: "The newer version has no answers to this node, and totals don't include its points.",
  removedScreen: "Paths no longer include this screen. Paths can't be compared.",
  question_type: "The type of answers changed. One column has both types.",
  "data.title": "Different title. Answers keep their meaning.",
  "data.description": "Different description. Answers keep their meaning.",
  "data.is_required": "Required or optional changed. Answers keep their meaning.",
  "data.is_personal": "Personal or not personal changed, also for earlier answers.",
  "data.source_name": "Different name in another tool. Answers keep their meaning.",
  "data.show_if": "Shown under a different condition. Answers keep their meaning.",
  "data.valid_if": "Different rules for new answers. Earlier answers keep their meaning.",
  "data.image": "Different image. Answers keep their meaning.",
  order: "Different order of nodes. Answers keep their meaning.",
};

export function nodeChanges(before: readonly GraphNode[], after: readonly GraphNode[]): Change[] {
  const indexes = firstIndexes(before);
  const kept = firstIndexes(after);
  const moved = movedIndexes([...kept.keys()].flatMap((id) => indexes.get(id) ?? []));
  const inOrder = [...kept].flatMap(([id, at]) => {
    const node = after[at] as GraphNode;
    const index = indexes.get(id);
    if (index === undefined) return [changeOf(id, { change: "added", after: asJson(node), why: whys.added })];
    const changes = changesOf(before[index] as GraphNode, node);
    const order = changeOf(id, { field: "order", before: index, after: at, why: whys.order });
    return moved.has(index) ? [...changes, order] : changes;
  });
  const removed = [...indexes].flatMap(([id, at]) => {
    if (kept.has(id)) return [];
    const node = before[at] as GraphNode;
    const why = isScreen(node.question_type) ? whys.removedScreen : whys.removed;
    return [changeOf(id, { change: "removed", before: asJson(node), impact: "breaking", why })];
  });
  return [...inOrder, ...removed];
}

/** Returns indexes by id. A draft can have duplicate ids, and the first one counts. */
function firstIndexes(nodes: readonly GraphNode[]): Map<string, number> {
  const indexes = new Map<string, number>();
  for (const [at, { id }] of nodes.entries()) if (!indexes.has(id)) indexes.set(id, at);
  return indexes;
}

function changesOf(before: GraphNode, after: GraphNode): Change[] {
  const fields = [
    ["question_type", before.question_type, after.question_type],
    ["data.title", before.data.title, after.data.title],
    ["data.description", before.data.description, after.data.description],
    ["data.is_required", before.data.is_required, after.data.is_required],
    ["data.is_personal", before.data.is_personal ?? false, after.data.is_personal ?? false],
    ["data.source_name", before.data.source_name, after.data.source_name],
    ["data.show_if", before.data.show_if, after.data.show_if],
    ["data.valid_if", rulesOf(before), rulesOf(after)],
    ["data.image", before.data.image, after.data.image],
  ] as const;
  const own = fields
    .filter(([, old, now]) => !sameValue(old, now))
    .map(([field, old, now]) => {
      const impact = field === "question_type" ? "breaking" : "safe";
      return changeOf(after.id, {
        field,
        before: (old ?? null) as Json,
        after: (now ?? null) as Json,
        impact,
        why: whys[field],
      });
    });
  return [...own, ...configChanges(before, after).map((change) => changeOf(after.id, change))];
}

/** No rules equal an empty list. */
const rulesOf = ({ data: { valid_if: rules = [] } }: GraphNode) => (rules.length > 0 ? rules : null);

function changeOf(id: string, rest: Partial<Change> & { why: string }): Change {
  const whole = { change: "changed", field: null, before: null, after: null, impact: "safe" } as const;
  return { subject: "node", node_id: id, edge_index: null, ...whole, ...rest };
}

const asJson = ({ position: _position, ...node }: GraphNode): Json => node as unknown as Json;
