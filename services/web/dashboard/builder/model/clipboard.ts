import type {
  Calculation,
  Edge,
  Graph,
  GraphNode,
  Page,
  Translations,
} from "../../../../../shared/domain/graph/types.ts";
import { calculationLimit, edgeLimit, nodeLimit, pageLimit } from "../../../../../shared/domain/limits.ts";
import { readsByKey } from "./calculations.ts";
import { edgeIdsOf, freshId, nodeIdsOf } from "./ids.ts";
import { canBeOnPage, pageOf, reorderNodes } from "./pages.ts";
import { withNodeNames } from "./rename.ts";
import { pageKeys, textsAdded, textsOf, translationsRenamed } from "./translations.ts";

/** Copied nodes with the edges among them, the pages and scores of which all nodes were copied, and translations of all these. */
export interface Fragment {
  nodes: GraphNode[];
  edges: Edge[];
  pages?: Page[];
  calculations?: Calculation[];
  translations?: Translations;
}

const offset = 40;

export function copyNodes(graph: Graph, ids: readonly string[]): Fragment {
  const chosen = new Set(ids);
  const pages = (graph.pages ?? []).filter(({ node_ids }) => node_ids.every((id) => chosen.has(id)));
  const reads = readsByKey(graph.calculations ?? []);
  const calculations = graph.calculations?.filter(({ key }) => {
    const own = [...(reads.get(key)?.nodes ?? [])];
    return own.length > 0 && own.every((id) => chosen.has(id));
  });
  const translations = textsOf(graph.translations, { nodes: chosen, pages, calculations });
  return {
    nodes: graph.nodes.filter(({ id }) => chosen.has(id)),
    edges: graph.edges.filter(({ from, to }) => chosen.has(from) && chosen.has(to)),
    ...(pages.length > 0 && { pages }),
    ...(calculations?.length && { calculations }),
    ...(translations && { translations }),
  };
}

/**
 * Inserts the fragment after the node `after`, or last, with new ids. Its edges, conditions and recalls follow, references to other
 * nodes stay. Scores come along unless the form has their key, and translations
 * into languages that the form has. Questions without a page of their own join that of `after`. Returns the same graph if it would exceed the limits.
 */
export function paste(graph: Graph, { fragment, after = null }: { fragment: Fragment; after?: string | null }): Graph {
  const nodeCount = graph.nodes.length + fragment.nodes.length;
  if (nodeCount > nodeLimit || graph.edges.length + fragment.edges.length > edgeLimit) return graph;
  const { nodes, edges, pages = [], calculations = [], translations = {} } = besides(graph, fragment);
  const [first] = nodes;
  if (!first) return graph;
  const page = pageOf(graph, after);
  const joins = page !== undefined && pages.length === 0 && nodes.every(canBeOnPage);
  // nodes that don't join the page go behind it
  const at = graph.nodes.findLastIndex(({ id }) => id === after || (!joins && page?.node_ids.includes(id)));
  const next: Graph = {
    ...graph,
    entry_node_id: graph.entry_node_id ?? first.id,
    nodes: graph.nodes.toSpliced(at < 0 ? graph.nodes.length : at + 1, 0, ...nodes),
    edges: edges.length === 0 ? graph.edges : [...graph.edges, ...edges],
    ...(pages.length > 0 && { pages: [...(graph.pages ?? []), ...pages].slice(0, pageLimit) }),
    ...(calculations.length > 0 && {
      calculations: [...(graph.calculations ?? []), ...calculations].slice(0, calculationLimit),
    }),
    ...(graph.translations && { translations: textsAdded(graph.translations, translations) }),
  };
  const before = graph.nodes[at + 1]?.id ?? null;
  return joins ? reorderNodes(next, { ids: nodes.map(({ id }) => id), before, page: page.id }) : next;
}

/** Returns the fragment with ids that are free in the graph. */
function besides(graph: Graph, fragment: Fragment): Fragment {
  const taken = nodeIdsOf(graph);
  const own = new Set(fragment.nodes.map(({ id }) => id));
  const names = new Map<string, string>();
  for (const id of own) {
    if (taken.has(id)) names.set(id, freshId(id, { has: (one) => taken.has(one) || own.has(one) }));
    taken.add(names.get(id) ?? id);
  }
  const renamed = withNodeNames({ schema_version: "2.0", ...fragment }, names);
  const edgeIds = edgeIdsOf(graph);
  const edges = renamed.edges.map((edge) => {
    const id = freshId(edge.id ?? "e", edgeIds);
    edgeIds.add(id);
    return { ...edge, id };
  });
  const nodes = renamed.nodes.map((node) =>
    node.position ? { ...node, position: { x: node.position.x + offset, y: node.position.y + offset } } : node,
  );
  const pageIds = new Set(graph.pages?.map(({ id }) => id));
  const pageNames = new Map<string, string>();
  const pages = renamed.pages?.map((page) => {
    const id = freshId(page.id, pageIds);
    pageIds.add(id);
    pageNames.set(page.id, id);
    return { ...page, id };
  });
  const translations = translationsRenamed(renamed.translations, pageKeys(pageNames));
  const keys = new Set(graph.calculations?.map(({ key }) => key));
  const calculations = renamed.calculations?.filter(({ key }) => !keys.has(key));
  return {
    nodes,
    edges,
    ...(pages && { pages }),
    ...(calculations && { calculations }),
    ...(translations && { translations }),
  };
}

/** Adds copies after the last of the nodes. */
export function duplicate(graph: Graph, { ids }: { ids: string[] }): Graph {
  const fragment = copyNodes(graph, ids);
  return paste(graph, { fragment, after: fragment.nodes.at(-1)?.id ?? null });
}
