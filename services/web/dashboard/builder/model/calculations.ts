import { replaceRecalls } from "../../../../../shared/domain/graph/recalls.ts";
import type { Calculation, Graph, GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { isObject } from "../../../../../shared/domain/json.ts";
import { isId } from "./ids.ts";
import { mapShared, withMembers } from "./share.ts";
import { translationsRenamed } from "./translations.ts";

// A draft's values can be any JSON: parts without the expected shape stay as they are.
type Members = Record<string, unknown>;
type Names = ReadonlyMap<string, string>;

/** Sets the calculations in their order. */
export function setCalculations(graph: Graph, { calculations }: { calculations: Calculation[] }): Graph {
  return withMembers(graph, {
    calculations: calculations.length === 0 && !graph.calculations ? undefined : calculations,
  });
}

/** Renames a calculation in conditions, recalls, end screens and other calculations. */
export function renameCalculation(graph: Graph, { key, to }: { key: string; to: string }): Graph {
  const taken = new Set(graph.calculations?.map((calculation) => calculation.key));
  if (!taken.has(key) || taken.has(to) || !isId(to)) return graph;
  return withCalculationNames(graph, new Map([[key, to]]));
}

/** Renames several calculations; the new keys must be free. Only the first of duplicates is renamed. */
export function withCalculationNames(graph: Graph, names: Names): Graph {
  if (names.size === 0) return graph;
  const read = (object: Members) => keysRenamed(object, "calculation", names);
  const seen = new Set<string>();
  const calculations = partsChanged(graph, read)?.map((calculation) => {
    const isFirst = !seen.has(calculation.key);
    seen.add(calculation.key);
    const key = isFirst ? names.get(calculation.key) : undefined;
    return key === undefined ? calculation : { ...calculation, key };
  });
  const inTexts = (object: Members) => recallsRenamed(read(object), names);
  return withMembers(graph, {
    calculations,
    nodes: mapShared(graph.nodes, (node) => nodeRenamed(node, inTexts, names)),
    edges: mapShared(graph.edges, (edge) => withMembers(edge, { condition: objectsChanged(edge.condition, read) })),
    ...(graph.pages && { pages: mapShared(graph.pages, (page) => objectsChanged(page, inTexts)) }),
    translations: translationsRenamed(
      graph.translations,
      (of) => of.replace(/^calculation\.([^.]*)/, (_, key: string) => `calculation.${names.get(key) ?? key}`),
      (kind, name) => (kind === "calculation" || kind === "band" ? (names.get(name) ?? name) : name),
    ),
  });
}

function nodeRenamed(node: GraphNode, change: (object: Members) => Members, names: Names): GraphNode {
  const data = objectsChanged(node.data, change);
  const shown = data?.config?.show_calculations;
  if (!Array.isArray(shown)) return withMembers(node, { data });
  const showCalculations = mapShared(shown as unknown[], (key) => names.get(key as string) ?? key);
  return withMembers(node, {
    data: withMembers(data, {
      config: withMembers<Members>(data.config ?? {}, { show_calculations: showCalculations }),
    }),
  });
}

function recallsRenamed(object: Members, names: Names): Members {
  const texts = ["title", "description", "message"].filter((name) => typeof object[name] === "string");
  const renamed = (text: string) =>
    replaceRecalls(text, (kind, name) => {
      const isCalculation = kind === "calculation" || kind === "band";
      return `{{${kind}:${(isCalculation && names.get(name)) || name}}}`;
    });
  return withMembers(object, Object.fromEntries(texts.map((name) => [name, renamed(String(object[name]))])));
}

/** Returns the calculations with another name for the nodes or hidden fields that they read. */
export function readsRenamed(graph: Graph, kind: "answer" | "hidden", names: Names): Pick<Graph, "calculations"> {
  const calculations = partsChanged(graph, (object) => keysRenamed(object, kind, names));
  return calculations ? { calculations } : {};
}

/** Changes each object in the values of the calculations: parts, conditions and their operands. */
export const partsChanged = ({ calculations }: Graph, change: (object: Members) => Members) =>
  calculations &&
  mapShared(calculations, (calculation) =>
    withMembers(calculation, { value: objectsChanged(calculation.value, change) }),
  );

/** Renames what a part (`{"answer": "q1"}`, `{"node": "q1", "field": "age"}`) or a condition's operand (`{"type": "answer", "node_id": "q1"}`) reads. */
function keysRenamed(object: Members, kind: "answer" | "hidden" | "calculation", names: Names): Members {
  const ofOperand = kind === "answer" ? "node_id" : "key";
  const keys =
    object.type === kind ? [ofOperand] : kind === "answer" ? ["answer", "points", "selected", "node"] : [kind];
  const renamed = keys.flatMap((key) => {
    const name = names.get(object[key] as string);
    return name === undefined ? [] : [[key, name] as const];
  });
  return renamed.length === 0 ? object : { ...object, ...Object.fromEntries(renamed) };
}

/** Changes each object of a JSON value, inner ones first. Returns the same value if nothing changes. */
export function objectsChanged<T>(value: T, change: (object: Members) => Members): T {
  if (Array.isArray(value)) return mapShared(value as unknown[], (one) => objectsChanged(one, change)) as T;
  if (!isObject(value)) return value;
  const inner = Object.entries(value).map(([key, one]) => [key, objectsChanged(one, change)]);
  return change(withMembers<Members>(value, Object.fromEntries(inner))) as T;
}

/** Returns the keys of the calculations that a value reads, also in its conditions. */
export function keysRead(value: unknown): Set<string> {
  const found = new Set<string>();
  objectsChanged(value, (object) => {
    const key = object.type === "calculation" ? object.key : object.calculation;
    if (typeof key === "string") found.add(key);
    return object;
  });
  return found;
}

/** Reads of a calculation, direct or through others. */
export interface Reads {
  nodes: ReadonlySet<string>;
  /** reads points or the score, so only end screens can show it */
  isPrivate: boolean;
}

/** Returns what each calculation reads, by key. */
export function readsByKey(calculations: readonly Calculation[]): ReadonlyMap<string, Reads> {
  const found = new Map<string, Reads>();
  for (const { key, value } of calculations) {
    const inner = [...keysRead(value)].flatMap((one) => found.get(one) ?? []);
    const nodes = new Set(inner.flatMap((one) => [...one.nodes]));
    let isPrivate = inner.some((one) => one.isPrivate);
    objectsChanged(value, (object) => {
      for (const name of ["answer", "points", "selected", "node", "node_id"])
        if (typeof object[name] === "string") nodes.add(object[name]);
      isPrivate ||= "points" in object || "total" in object || object.type === "score";
      return object;
    });
    found.set(key, { nodes, isPrivate });
  }
  return found;
}
