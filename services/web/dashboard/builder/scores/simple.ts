import type { Graph, GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { isObject } from "../../../../../shared/domain/json.ts";
import { nameOfNode } from "../types/names.ts";
import type { QuestionTable } from "../types/questionTable.ts";

/** A question in a sum or mean: its points or its answer. */
export interface Item {
  kind: "points" | "answer";
  node_id: string;
}

/** A sum or mean of questions, which needs no formula editor. */
export interface Simple {
  method: "sum" | "mean";
  items: readonly Item[];
  /** null if any number is enough */
  atLeast: number | null;
  /** null without one */
  factor: number | null;
}

/** Reads a calculation's value. Null if it needs the formula editor. */
export function readSimple(value: unknown): Simple | null {
  const [scaled, factor] = isObject(value) && isPair(value.multiply) && isAlone(value) ? value.multiply : [value, null];
  if (!isObject(scaled)) return null;
  const { at_least: atLeast = 0, ...rest } = scaled;
  const method = "mean" in rest ? "mean" : "sum";
  const list = rest[method];
  if (!isAlone(rest) || !Array.isArray(list) || !Number.isSafeInteger(atLeast)) return null;
  const items = list.flatMap((part) => itemOf(part) ?? []);
  const isSimple = items.length === list.length && new Set(items.map(({ node_id }) => node_id)).size === items.length;
  return isSimple ? { method, items, atLeast: Number(atLeast) || null, factor } : null;
}

const isPair = (value: unknown): value is [unknown, number] =>
  Array.isArray(value) && value.length === 2 && typeof value[1] === "number";
const isAlone = (object: object) => Object.keys(object).length === 1;

function itemOf(part: unknown): Item | null {
  if (!isObject(part) || !isAlone(part)) return null;
  if (typeof part.points === "string") return { kind: "points", node_id: part.points };
  return typeof part.answer === "string" ? { kind: "answer", node_id: part.answer } : null;
}

export function writeSimple({ method, items, atLeast, factor }: Simple): unknown {
  const list = items.map(({ kind, node_id }) => ({ [kind]: node_id }));
  const value = { [method]: list, ...(atLeast !== null && { at_least: atLeast }) };
  return factor === null ? value : { multiply: [value, factor] };
}

/** A question that a sum or mean can read. */
export interface Pickable {
  id: string;
  type: string;
  name: string;
  /** place in the list, from 1 */
  number: number;
  /** the first one is used unless the owner chooses */
  kinds: readonly Item["kind"][];
}

/** Returns the questions that have points or a number, those with points first. */
export function pickables(graph: Graph, table: QuestionTable): Pickable[] {
  const all = graph.nodes.flatMap((node, at): Pickable[] => {
    const kinds = kindsOf(node, table);
    if (kinds.length === 0) return [];
    return [{ id: node.id, type: node.question_type, name: nameOfNode(node), number: at + 1, kinds }];
  });
  const isScored = ({ kinds }: Pickable) => kinds[0] === "points";
  return [...all.filter(isScored), ...all.filter((one) => !isScored(one))];
}

export const hasPoints = (node: GraphNode): boolean => isObject(node.data?.config?.scoring);

/** Returns whether a question isn't offered only because its options have no points. */
export const canHavePoints = ({ nodes }: Graph, table: QuestionTable): boolean =>
  nodes.some((node) => {
    const family = table.factsOf(node).domain?.family;
    return (family === "one" || family === "many") && !hasPoints(node);
  });

function kindsOf(node: GraphNode, table: QuestionTable): Item["kind"][] {
  const { domain, isScreen } = table.factsOf(node);
  const kinds: (Item["kind"] | false)[] = [
    !isScreen && hasPoints(node) && "points",
    domain?.family === "num" && "answer",
  ];
  return kinds.filter((kind) => kind !== false);
}

/** Returns the items in the form's order. Those of missing questions come last. */
export function inOrder(items: readonly Item[], { nodes }: Graph): Item[] {
  const places = new Map(nodes.map(({ id }, at) => [id, at]));
  const placeOf = ({ node_id }: Item) => places.get(node_id) ?? nodes.length;
  return items.toSorted((one, other) => placeOf(one) - placeOf(other));
}
