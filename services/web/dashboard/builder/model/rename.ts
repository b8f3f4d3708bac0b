import { replaceRecalls } from "../../../../../shared/domain/graph/recalls.ts";
import type { Graph, GraphNode, NodeData, Page } from "../../../../../shared/domain/graph/types.ts";
import { isObject } from "../../../../../shared/domain/json.ts";
import { partsChanged, readsRenamed } from "./calculations.ts";
import { guardsChanged } from "./guards.ts";
import { isId, nodeIdsOf } from "./ids.ts";
import { mapShared, withMembers } from "./share.ts";
import { itemKeys, nodeKeys, translationsRenamed } from "./translations.ts";

// A draft's conditions can be anything: parts without the shape of a condition stay as they are.
type Members = Record<string, unknown>;

/** Returns why a node, option, row, column or hidden field can't have this name, or null if it can. */
export function nameFault(name: string, taken: { has(name: string): boolean }): "not_a_name" | "taken" | null {
  if (!isId(name)) return "not_a_name";
  return taken.has(name) ? "taken" : null;
}

/** Renames a node in edges, entry, fallback, pages, conditions and recalls. */
export function renameNode(graph: Graph, { id, to }: { id: string; to: string }): Graph {
  const taken = nodeIdsOf(graph);
  if (!taken.has(id) || nameFault(to, taken) !== null) return graph;
  return withNodeNames(graph, new Map([[id, to]]));
}

/** Renames several nodes; the new names must be free. Only the first of duplicates is renamed. */
export function withNodeNames(graph: Graph, names: ReadonlyMap<string, string>): Graph {
  const named = <T>(one: T) => (names.get(one as string) ?? one) as T;
  const inOperand = (left: Members) => withMembers(left, { node_id: named(left.node_id) });
  const inCondition = (condition: unknown) =>
    leavesChanged(condition, (leaf) => leftChanged(leaf, "answer", inOperand));
  const seen = new Set<string>();
  const nodes = mapShared(graph.nodes, (node) => {
    const isFirst = !seen.has(node.id);
    seen.add(node.id);
    const changed = guardsChanged(recallsRenamed(node, "answer", named), inCondition);
    return withMembers(changed, { id: isFirst ? named(node.id) : node.id });
  });
  const edges = mapShared(graph.edges, (edge) =>
    withMembers(edge, { from: named(edge.from), to: named(edge.to), condition: inCondition(edge.condition) }),
  );
  const pages = pagesRenamed(graph.pages, "answer", named);
  return withMembers(graph, {
    nodes,
    edges,
    pages: pages && mapShared(pages, (page) => withMembers(page, { node_ids: mapShared(page.node_ids, named) })),
    entry_node_id: named(graph.entry_node_id),
    fallback_end_node_id: named(graph.fallback_end_node_id),
    translations: translationsRenamed(graph.translations, nodeKeys(named), (kind, name) =>
      kind === "answer" ? named(name) : name,
    ),
    ...readsRenamed(graph, "answer", names),
  });
}

/** Renames a hidden field in conditions and recalls. Existing links keep the old name. */
export function renameHidden(graph: Graph, { key, to }: { key: string; to: string }): Graph {
  const taken = new Set(graph.hidden_fields);
  if (!taken.has(key) || nameFault(to, taken) !== null) return graph;
  const named = (one: string) => (one === key ? to : one);
  const inOperand = (left: Members) => withMembers(left, { key: named(left.key as string) });
  const inCondition = (condition: unknown) =>
    leavesChanged(condition, (leaf) => leftChanged(leaf, "hidden", inOperand));
  return withMembers(graph, {
    hidden_fields: mapShared(graph.hidden_fields ?? [], named),
    nodes: mapShared(graph.nodes, (node) => guardsChanged(recallsRenamed(node, "hidden", named), inCondition)),
    edges: mapShared(graph.edges, (edge) => withMembers(edge, { condition: inCondition(edge.condition) })),
    pages: pagesRenamed(graph.pages, "hidden", named),
    translations: translationsRenamed(
      graph.translations,
      (of) => of,
      (kind, name) => (kind === "hidden" ? named(name) : name),
    ),
    ...readsRenamed(graph, "hidden", new Map([[key, to]])),
  });
}

export interface OptionRename {
  node_id: string;
  /** the list of the config */
  list: "options" | "rows" | "columns";
  from: string;
  to: string;
}

/** Renames an option's or column's `value`, or a row's `key`, also in scoring, the default and conditions. */
export function renameOption(graph: Graph, rename: OptionRename): Graph {
  const node = graph.nodes.find(({ id }) => id === rename.node_id);
  const key = rename.list === "rows" ? "key" : "value";
  const items = node?.data.config?.[rename.list];
  if (!node || !Array.isArray(items)) return graph;
  const taken = new Set(items.map((item) => (isObject(item) ? item[key] : null)));
  if (!taken.has(rename.from) || nameFault(rename.to, taken as Set<string>) !== null) return graph;
  const named = (one: unknown) => (one === rename.from ? rename.to : one);
  const config = withMembers<Members>(node.data.config ?? {}, {
    [rename.list]: mapShared(items as unknown[], (item) =>
      isObject(item) ? withMembers<Members>(item, { [key]: named(item[key]) }) : item,
    ),
    scoring: scoringRenamed(node.data.config?.scoring, rename, named),
    default: answerRenamed(node.data.config?.default, rename, named),
  });
  const inCondition = (from: string) => (condition: unknown) => conditionRenamed(condition, from, rename, named);
  return withMembers(graph, {
    nodes: mapShared(graph.nodes, (one) => {
      const next = one === node ? withMembers(one, { data: withMembers(one.data, { config }) }) : one;
      return guardsChanged(next, inCondition(one.id));
    }),
    edges: mapShared(graph.edges, (edge) => withMembers(edge, { condition: inCondition(edge.from)(edge.condition) })),
    translations: translationsRenamed(
      graph.translations,
      itemKeys(rename.node_id, rename.list, rename.from, rename.to),
    ),
    ...(graph.calculations && { calculations: partsChanged(graph, (part) => partRenamed(part, rename, named)) }),
  });
}

/** `from`: the node whose answer a comparison without `left` reads. */
function conditionRenamed(
  condition: unknown,
  from: string,
  { node_id, list }: OptionRename,
  named: (one: unknown) => unknown,
): unknown {
  return leavesChanged(condition, (leaf) => {
    const left = isObject(leaf.left) ? leaf.left : { type: "answer", node_id: from };
    if (left.type !== "answer" || left.node_id !== node_id) return leaf;
    // rows of a matrix and options of a ranking are in `path`, answers on the right
    const inPath = isObject(leaf.left) && list !== "columns" && leaf.left.path !== undefined;
    if (inPath) return withMembers<Members>(leaf, { left: withMembers<Members>(left, { path: named(left.path) }) });
    if (list === "rows" || leaf.right === undefined) return leaf;
    const { right } = leaf;
    return withMembers<Members>(leaf, { right: Array.isArray(right) ? mapShared(right, named) : named(right) });
  });
}

/** Renames in a comparison of a calculation's condition. */
function partRenamed(part: Members, rename: OptionRename, named: (one: unknown) => unknown): Members {
  if (typeof part.op !== "string") return part;
  return conditionRenamed(part, "", rename, named) as Members;
}

/** Renames in scoring (decisions §4.3): points by option, by row and column, and the correct answer. */
function scoringRenamed(scoring: unknown, rename: OptionRename, named: (one: unknown) => unknown): unknown {
  const { list } = rename;
  if (!isObject(scoring)) return scoring;
  const inRows = (one: unknown) =>
    list === "rows" ? keysRenamed(one, named) : valuesOf(one, (row) => keysRenamed(row, named));
  if (scoring.mode === "matrix") return withMembers<Members>(scoring, { points: inRows(scoring.points) });
  if (scoring.mode === "options") return withMembers<Members>(scoring, { points: keysRenamed(scoring.points, named) });
  if (scoring.mode !== "exact") return scoring;
  return withMembers<Members>(scoring, { correct: answerRenamed(scoring.correct, rename, named) });
}

/** Renames in an answer that the graph has: the correct one or the default. */
function answerRenamed(answer: unknown, { list }: OptionRename, named: (one: unknown) => unknown): unknown {
  if (Array.isArray(answer)) return mapShared(answer as unknown[], named);
  if (!isObject(answer)) return named(answer);
  return list === "rows" ? keysRenamed(answer, named) : valuesOf(answer, named);
}

function keysRenamed(record: unknown, named: (one: unknown) => unknown): unknown {
  if (!isObject(record)) return record;
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [named(key), value]));
}

function valuesOf(record: unknown, change: (value: unknown) => unknown): unknown {
  if (!isObject(record)) return record;
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
}

type Recall = "answer" | "hidden";

function recallRenamed(text: string | undefined, kind: Recall, named: (name: string) => string): string | undefined {
  return text && replaceRecalls(text, (type, name) => `{{${type}:${type === kind ? named(name) : name}}}`);
}

function recallsRenamed(node: GraphNode, kind: Recall, named: (name: string) => string): GraphNode {
  const data: NodeData = node.data ?? {};
  const renamed = (text: string | undefined) => recallRenamed(text, kind, named);
  const texts = {
    title: renamed(data.title),
    description: renamed(data.description),
    valid_if:
      data.valid_if && mapShared(data.valid_if, (rule) => withMembers(rule, { message: renamed(rule.message) })),
  };
  return node.data ? withMembers(node, { data: withMembers(data, texts) }) : node;
}

const pagesRenamed = (pages: Page[] | undefined, kind: Recall, named: (name: string) => string): Page[] | undefined =>
  pages &&
  mapShared(pages, (page) =>
    withMembers(page, {
      title: recallRenamed(page.title, kind, named),
      description: recallRenamed(page.description, kind, named),
    }),
  );

function leftChanged(leaf: Members, type: "answer" | "hidden", change: (left: Members) => Members): Members {
  const { left } = leaf;
  return isObject(left) && left.type === type ? withMembers<Members>(leaf, { left: change(left) }) : leaf;
}

/** Changes each comparison of a condition. Returns the same condition if none changed. */
function leavesChanged(condition: unknown, change: (leaf: Members) => Members): unknown {
  if (!isObject(condition)) return condition;
  for (const group of ["all", "any"]) {
    const inner = condition[group];
    if (Array.isArray(inner)) {
      return withMembers<Members>(condition, { [group]: mapShared(inner, (one) => leavesChanged(one, change)) });
    }
  }
  if (isObject(condition.not)) return withMembers<Members>(condition, { not: leavesChanged(condition.not, change) });
  return change(condition);
}
