import { sameValue } from "../../../../../shared/domain/graph/diff/values.ts";
import type {
  Calculation,
  Edge,
  Graph,
  GraphNode,
  Page,
  Texts,
  Translations,
} from "../../../../../shared/domain/graph/types.ts";
import { withCalculationNames } from "./calculations.ts";
import { edgeIdsOf, freshId, nodeIdsOf } from "./ids.ts";
import { mergeOrder } from "./mergeOrder.ts";
import { without, withPages } from "./pages.ts";
import { withNodeNames } from "./rename.ts";
import { filterShared, mapShared, withMembers } from "./share.ts";

/**
 * A three-way merge of a draft by the ids of nodes and edges. Changes of one side are taken. If both sides changed the same thing
 * differently, the graph has mine, and the conflict has both.
 */
export interface Merge {
  graph: Graph;
  conflicts: Conflict[];
}

export type Conflict =
  | { subject: "node"; id: string; mine: GraphNode | null; theirs: GraphNode | null }
  | { subject: "edge"; id: string; mine: Edge | null; theirs: Edge | null }
  | { subject: "page"; id: string; mine: Page | null; theirs: Page | null }
  /** the order of a node's edges */
  | { subject: "edge_order"; id: string; mine: string[]; theirs: string[] }
  | { subject: "calculation"; id: string; mine: Calculation | null; theirs: Calculation | null }
  /** one text of a language; `id` is both, such as `de q1.title` */
  | { subject: "translation"; id: string; language: string; key: string; mine: string | null; theirs: string | null }
  | { subject: FormField; id: null; mine: Graph[FormField]; theirs: Graph[FormField] };

type FormField = "entry_node_id" | "fallback_end_node_id";

/**
 * Merges both sides with their common `base`. All edges have ids (`withEdgeIds`). A renamed node is a removed and a new one, so
 * that editing it on the other side is a conflict. New things get different ids (`apart`), except ids in `own`: this side may have
 * sent them, and the other side edited them.
 */
export function merge(base: Graph, here: Graph, theirs: Graph, own: ReadonlySet<string> = new Set()): Merge {
  const mine = apart(base, here, theirs, own);
  const conflicts: Conflict[] = [];
  const nodes = mergeItems(base.nodes, mine.nodes, theirs.nodes, mergeNode, (id, ours, others) =>
    conflicts.push({ subject: "node", id, mine: ours, theirs: others }),
  );
  const mergedEdges = mergeItems(named(base), named(mine), named(theirs), mergeWhole, (id, ours, others) =>
    conflicts.push({ subject: "edge", id, mine: ours, theirs: others }),
  );
  const orders = edgeOrders(base, mine, theirs);
  conflicts.push(...orders.flatMap(orderConflict));
  const edges = orders.reduce((list, order) => reordered(list, order.id, mergedOrder(order)), mergedEdges);
  const calculations = mergeItems(keyed(base), keyed(mine), keyed(theirs), mergeWhole, (id, ours, others) =>
    conflicts.push({
      subject: "calculation",
      id,
      mine: ours?.calculation ?? null,
      theirs: others?.calculation ?? null,
    }),
  ).map(({ calculation }) => calculation);
  const field = <F extends FormField>(name: F): Graph[F] => {
    const [was, ours, others] = [base[name] ?? null, mine[name] ?? null, theirs[name] ?? null];
    if (ours === others || others === was) return mine[name];
    if (ours === was) return theirs[name];
    conflicts.push({ subject: name, id: null, mine: ours, theirs: others });
    return mine[name];
  };
  const graph = withMembers(mine, {
    entry_node_id: field("entry_node_id"),
    fallback_end_node_id: field("fallback_end_node_id"),
    nodes,
    edges,
    // with two states, both sides can only have changed it to the same
    markup: mine.markup === base.markup ? theirs.markup : mine.markup,
    hidden_fields: mergeHidden(base.hidden_fields, mine.hidden_fields, theirs.hidden_fields),
    calculations: calculations.length > 0 ? calculations : emptied(base, mine, theirs),
    translations: mergeTranslations(base.translations, mine.translations, theirs.translations, conflicts),
  });
  const pages = mergePages(base.pages, mine.pages, theirs.pages, conflicts);
  return { graph: withSoundPages(graph, pages), conflicts };
}

/** Merges translations text by text. */
function mergeTranslations(
  base: Translations | undefined,
  mine: Translations | undefined,
  theirs: Translations | undefined,
  conflicts: Conflict[],
): Translations | undefined {
  if (sameValue(theirs, base)) return mine;
  if (sameValue(mine, base)) return theirs;
  return mergeRecords<Texts>(base, mine, theirs, (language, was, ours, others) =>
    mergeRecords(was, ours, others, (key, _, text, other) => {
      const [my, their] = [text ?? null, other ?? null];
      if (my !== their)
        conflicts.push({ subject: "translation", id: `${language} ${key}`, language, key, mine: my, theirs: their });
      return text;
    }),
  );
}

/** Takes each member from the side that changed it. `both` merges one that both changed. */
function mergeRecords<Value>(
  base: Record<string, Value> = {},
  mine: Record<string, Value> = {},
  theirs: Record<string, Value> = {},
  both: (key: string, base?: Value, mine?: Value, theirs?: Value) => Value | undefined,
): Record<string, Value> {
  const merged = Object.keys({ ...theirs, ...mine }).flatMap((key): [string, Value][] => {
    const [was, ours, others] = [base[key], mine[key], theirs[key]];
    const value = sameValue(ours, was) ? others : sameValue(others, was) ? ours : both(key, was, ours, others);
    return value === undefined ? [] : [[key, value]];
  });
  return Object.fromEntries(merged);
}

/** Merges the texts of pages like nodes, and their questions like a set: both sides can add and remove some. */
function mergePages(base: Page[] = [], mine: Page[] = [], theirs: Page[] = [], conflicts: Conflict[]): Page[] {
  const both = (was: Page | undefined, ours: Page, others: Page): Merged<Page> => {
    const nodeIds = mergeHidden(was?.node_ids, ours.node_ids, others.node_ids) ?? [];
    const bare = (page: Page | undefined) => page && { ...page, node_ids: nodeIds };
    const [old, my, their] = [bare(was), bare(ours), bare(others)];
    const isConflict = !sameValue(my, their) && !sameValue(my, old) && !sameValue(their, old);
    const taken = sameValue(my, old) ? others : ours;
    return { isConflict, item: withMembers(taken, { node_ids: nodeIds }) };
  };
  return mergeItems(base, mine, theirs, both, (id, ours, others) =>
    conflicts.push({ subject: "page", id, mine: ours, theirs: others }),
  );
}

/** Removes deleted questions from pages, and leaves each question on one page. */
function withSoundPages(graph: Graph, pages: Page[]): Graph {
  const free = nodeIdsOf(graph);
  const sound = pages.flatMap((page) => {
    const next = withMembers(page, { node_ids: filterShared(page.node_ids, (id) => free.delete(id)) });
    return next.node_ids.length === 0 && next !== page ? [] : [next];
  });
  return withMembers(graph, { pages: sound.length === 0 && !graph.pages ? undefined : sound });
}

/**
 * Returns mine with new ids where both sides added different things under the same id: ids are made of titles and numbers, so two
 * people often get the same one.
 */
function apart(base: Graph, mine: Graph, theirs: Graph, own: ReadonlySet<string>): Graph {
  const bare = ({ position: _, ...node }: GraphNode) => node;
  const isOther = (id: string) => !own.has(id);
  const nodes = clashes(base.nodes, mine.nodes, theirs.nodes, (a, b) => sameValue(bare(a), bare(b))).filter(isOther);
  const renamed = withNodeNames(mine, freshNames(nodes, [base, mine, theirs].map(nodeIdsOf)));
  const edges = clashes(named(base), named(renamed), named(theirs), sameValue).filter(isOther);
  const names = freshNames(edges, [base, mine, theirs].map(edgeIdsOf));
  const keys = clashes(keyed(base), keyed(renamed), keyed(theirs), sameValue).filter(isOther);
  const rekeyed = withCalculationNames(renamed, freshNames(keys, [base, mine, theirs].map(keysOf)));
  const pages = clashes(base.pages ?? [], rekeyed.pages ?? [], theirs.pages ?? [], sameValue).filter(isOther);
  const pageNames = freshNames(
    pages,
    [base, mine, theirs].map((graph) => new Set(graph.pages?.map(({ id }) => id))),
  );
  return withMembers(rekeyed, {
    edges: mapShared(rekeyed.edges, (edge) => withMembers(edge, { id: names.get(edge.id ?? "") ?? edge.id })),
    pages:
      rekeyed.pages && mapShared(rekeyed.pages, (page) => withMembers(page, { id: pageNames.get(page.id) ?? page.id })),
  });
}

const keysOf = (graph: Graph) => new Set(keyed(graph).map(({ id }) => id));

/** Returns ids under which both sides added different things. */
function clashes<T extends { id: string }>(
  base: T[],
  mine: T[],
  theirs: T[],
  isSame: (a: T, b: T) => boolean,
): string[] {
  const [was, others] = [byId(base), byId(theirs)];
  return [...byId(mine)].flatMap(([id, item]) => {
    const other = others.get(id);
    return other && !was.has(id) && !isSame(item, other) ? [id] : [];
  });
}

function freshNames(ids: string[], taken: Set<string>[]): Map<string, string> {
  const all = new Set(taken.flatMap((one) => [...one]));
  return new Map(
    ids.map((id) => {
      const name = freshId(id, all);
      all.add(name);
      return [id, name];
    }),
  );
}

/** Returns the graph with their version of a conflict. */
export function takeTheirs(graph: Graph, conflict: Conflict): Graph {
  switch (conflict.subject) {
    case "node":
      return withMembers(graph, { nodes: putItem(graph.nodes, conflict.id, conflict.theirs) });
    case "edge":
      return withMembers(graph, { edges: putItem(named(graph), conflict.id, conflict.theirs as NamedEdge | null) });
    case "calculation": {
      const theirs = conflict.theirs && { id: conflict.id, calculation: conflict.theirs };
      const list = putItem(keyed(graph), conflict.id, theirs);
      return withMembers(graph, { calculations: list.map(({ calculation }) => calculation) });
    }
    case "page":
      return withPages(graph, putPage(graph.pages ?? [], conflict.id, conflict.theirs));
    case "translation":
      return withText(graph, conflict);
    case "edge_order":
      return withMembers(graph, { edges: reordered(named(graph), conflict.id, conflict.theirs) });
    default:
      return withMembers(graph, { [conflict.subject]: conflict.theirs });
  }
}

/** Puts their text, or removes the one that they removed. */
function withText(graph: Graph, { language, key, theirs }: Extract<Conflict, { subject: "translation" }>): Graph {
  const { [key]: _, ...others } = graph.translations?.[language] ?? {};
  const texts = theirs === null ? others : { ...others, [key]: theirs };
  return withMembers(graph, { translations: { ...graph.translations, [language]: texts } });
}

type NamedEdge = Edge & { id: string };
const named = (graph: Graph) => graph.edges as NamedEdge[];

/** Calculations have keys instead of ids. */
const keyed = ({ calculations = [] }: Graph) =>
  calculations.map((calculation) => ({ id: calculation.key, calculation }));

/** No calculation is left: an empty list is kept if a side has one. */
const emptied = (base: Graph, mine: Graph, theirs: Graph) =>
  sameValue(mine.calculations, base.calculations) ? theirs.calculations : mine.calculations;

type Merged<T> = { isConflict: boolean; item: T };

/**
 * Merges a node's position apart from the rest: moving a question doesn't conflict with editing it. If both moved it, mine wins
 * without a conflict, since positions don't change the form.
 */
function mergeNode(base: GraphNode | undefined, mine: GraphNode, theirs: GraphNode): Merged<GraphNode> {
  const bare = ({ position: _, ...node }: GraphNode) => node;
  const [was, ours, others] = [base && bare(base), bare(mine), bare(theirs)];
  const position = sameValue(mine.position, base?.position) ? theirs.position : mine.position;
  const isConflict = !sameValue(ours, others) && !sameValue(ours, was) && !sameValue(others, was);
  const taken = sameValue(ours, was) ? theirs : mine;
  return { isConflict, item: withMembers(taken, { position }) };
}

function mergeWhole<T>(base: T | undefined, mine: T, theirs: T): Merged<T> {
  const isConflict = !sameValue(mine, theirs) && !sameValue(mine, base) && !sameValue(theirs, base);
  return { isConflict, item: sameValue(mine, base) ? theirs : mine };
}

function mergeItems<T extends { id: string }>(
  base: T[],
  mine: T[],
  theirs: T[],
  both: (base: T | undefined, mine: T, theirs: T) => Merged<T>,
  onConflict: (id: string, mine: T | null, theirs: T | null) => void,
): T[] {
  const [was, ours, others] = [byId(base), byId(mine), byId(theirs)];
  const merged = new Map<string, T>();
  for (const id of new Set([...ours.keys(), ...others.keys()])) {
    const [old, my, their] = [was.get(id), ours.get(id), others.get(id)];
    if (my && their) {
      const { isConflict, item } = both(old, my, their);
      if (isConflict) onConflict(id, my, their);
      merged.set(id, item);
      continue;
    }
    const one = (my ?? their) as T;
    if (old !== undefined && sameValue(one, old)) continue;
    // the other side removed what this one changed
    if (old) onConflict(id, my ?? null, their ?? null);
    if (!old || my) merged.set(id, one);
  }
  const order = mergeOrder([...was.keys()], [...ours.keys()], [...others.keys()]);
  return order.flatMap((id) => merged.get(id) ?? []);
}

/** Keys duplicates by their number too: ids have no spaces. */
function byId<T extends { id: string }>(items: T[]): Map<string, T> {
  const map = new Map<string, T>();
  for (const item of items) {
    let key = item.id;
    for (let number = 2; map.has(key); number++) key = `${item.id} ${number}`;
    map.set(key, item);
  }
  return map;
}

/** The edge ids of a node on each side. */
interface EdgeOrder {
  id: string;
  was: string[];
  ours: string[];
  others: string[];
}

function edgeOrders(base: Graph, mine: Graph, theirs: Graph): EdgeOrder[] {
  const idsByNode = (graph: Graph) => {
    const groups = Map.groupBy(named(graph), ({ from }) => from);
    return (id: string) => groups.get(id)?.map((edge) => edge.id) ?? [];
  };
  const [was, ours, others] = [idsByNode(base), idsByNode(mine), idsByNode(theirs)];
  const nodes = new Set([...mine.edges, ...theirs.edges].map(({ from }) => from));
  return [...nodes].map((id) => ({ id, was: was(id), ours: ours(id), others: others(id) }));
}

/** Finds a conflict if both sides ordered the same edges differently. */
function isOrderConflict({ was, ours, others }: EdgeOrder): boolean {
  const inAll = (edge: string) => was.includes(edge) && ours.includes(edge) && others.includes(edge);
  const [before, my, their] = [was, ours, others].map((ids) => ids.filter(inAll).join(" "));
  return my !== their && my !== before && their !== before;
}

const orderConflict = (order: EdgeOrder): Conflict[] =>
  isOrderConflict(order) ? [{ subject: "edge_order", id: order.id, mine: order.ours, theirs: order.others }] : [];

/** Returns my order with their additions, until the owner chooses. */
const mergedOrder = (order: EdgeOrder): string[] =>
  mergeOrder(isOrderConflict(order) ? order.others : order.was, order.ours, order.others);

function mergeHidden(
  base: string[] = [],
  mine: string[] | undefined,
  theirs: string[] | undefined,
): string[] | undefined {
  if (sameValue(mine, base)) return theirs;
  if (sameValue(theirs, base)) return mine;
  const [was, ours, others] = [new Set(base), new Set(mine), new Set(theirs)];
  const kept = (key: string) => (was.has(key) ? ours.has(key) && others.has(key) : true);
  const keys = mergeOrder(base, mine ?? [], theirs ?? []).filter(kept);
  return keys.length === 0 && mine === undefined ? undefined : keys;
}

function putItem<T extends { id: string }>(items: T[], id: string, item: T | null): T[] {
  if (item === null) return filterShared(items, (one) => one.id !== id);
  return items.some((one) => one.id === id)
    ? mapShared(items, (one) => (one.id === id ? item : one))
    : [...items, item];
}

/** Puts their page with its questions, which then leave other pages. */
function putPage(pages: Page[], id: string, page: Page | null): Page[] {
  const others = page
    ? without(
        pages,
        new Set(page.node_ids),
        pages.find((one) => one.id === id),
      )
    : pages;
  return putItem(others, id, page);
}

/** Puts a node's edges in this order, at the indexes that they have now. */
function reordered(edges: NamedEdge[], from: string, order: readonly string[]): NamedEdge[] {
  const rank = new Map(order.map((id, at) => [id, at]));
  const own = edges.filter((edge) => edge.from === from);
  const sorted = own.toSorted((a, b) => (rank.get(a.id) ?? order.length) - (rank.get(b.id) ?? order.length)).values();
  return edges.map((edge) => (edge.from === from ? (sorted.next().value ?? edge) : edge));
}
