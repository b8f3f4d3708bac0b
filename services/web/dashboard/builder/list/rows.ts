import type { Graph, GraphNode, Page, Problem } from "../../../../../shared/domain/graph/types.ts";
import { shownIfText } from "../conditions/sentence.ts";
import type { QuestionTable } from "../types/questionTable.ts";

/** A row of the list. */
export interface Row {
  id: string;
  node: GraphNode;
  at: number;
  /** id of its page */
  page: string | null;
  /** its condition as a sentence */
  shownIf: string | null;
  /** number of rules with a condition */
  rules: number;
  isEntry: boolean;
  isFallback: boolean;
  errors: number;
  warnings: number;
}

interface Listed {
  graph: Graph;
  problems: readonly Problem[];
  table: QuestionTable;
}

/**
 * A row for each node, in the array's order. An unchanged row is the same object as before, so that typing renders one row however
 * long the form is. The first node of a duplicate ID has the row.
 */
export function rowsOf({ graph, problems, table }: Listed, before: ReadonlyMap<string, Row>): ReadonlyMap<string, Row> {
  const byNode = Map.groupBy(problems, ({ node_id }) => node_id);
  const edges = Map.groupBy(graph.edges, ({ from }) => from);
  const pages = new Map(graph.pages?.flatMap((page) => page.node_ids.map((id) => [id, page.id] as const)));
  const rows = new Map<string, Row>();
  graph.nodes.forEach((node, at) => {
    const { id } = node;
    if (rows.has(id)) return;
    const own = byNode.get(id) ?? [];
    const ways = edges.get(id) ?? [];
    const errors = own.filter(({ severity }) => severity === "error").length;
    const condition = node.data?.show_if ?? null;
    const row: Row = {
      id,
      node,
      at,
      page: pages.get(id) ?? null,
      shownIf: condition && shownIfText(condition, { graph, from: id, table, isOnArrival: true }),
      rules: ways.filter(({ condition: one }) => one !== null).length,
      isEntry: graph.entry_node_id === id,
      isFallback: graph.fallback_end_node_id === id,
      errors,
      warnings: own.length - errors,
    };
    const old = before.get(id);
    rows.set(id, old && isSame(old, row) ? old : row);
  });
  return rows;
}

/** The heading of a page, before its questions. */
export interface Heading {
  id: string;
  page: Page;
  /** index of the page, for its name */
  at: number;
}
export type Item = Row | Heading;

export const isHeading = (item: Item): item is Heading =>
  "page" in item && typeof item.page === "object" && item.page !== null;

/** No id of a node has a colon. */
const headingId = (page: string, turn: number) => `page:${page}${turn === 0 ? "" : `:${turn}`}`;
/** Returns the page of a heading's id, or null for the id of a node. */
export const pageOfKey = (key: string): string | null => /^page:([^:]*)/.exec(key)?.[1] ?? null;

/** Puts headings before the questions of pages. A page whose questions aren't next to each other has several. */
export function withHeadings(rows: Iterable<Row>, pages: readonly Page[] = []): Item[] {
  const known = new Map(pages.map((page, at) => [page.id, { page, at, turn: 0 }]));
  const items: Item[] = [];
  let current: string | null = null;
  for (const row of rows) {
    const own = row.page === current ? undefined : known.get(row.page ?? "");
    if (own) items.push({ id: headingId(own.page.id, own.turn++), page: own.page, at: own.at });
    current = row.page;
    items.push(row);
  }
  return items;
}

/** Target of a drop: before a node of the list or at its end, on a page or on none. */
export interface Drop {
  before: string | null;
  page: string | null;
}

/** Returns where items dropped beside an item go. Behind a heading or a question of a page they join it. */
export function dropAt(items: readonly Item[], key: string, isBefore: boolean, moved: ReadonlySet<string>): Drop {
  const at = items.findIndex(({ id }) => id === key);
  const [item, previous] = [items[at], items[at - 1]];
  const next = items.slice(isBefore ? at : at + 1).find((one) => !isHeading(one) && !moved.has(one.id));
  const before = next?.id ?? null;
  if (!item) return { before: null, page: null };
  if (!isHeading(item)) return { before, page: item.page };
  const above = previous && !isHeading(previous) && previous.page === item.page.id ? item.page.id : null;
  return { before, page: isBefore ? above : item.page.id };
}

const isSame = (one: Row, other: Row): boolean =>
  (Object.keys(one) as (keyof Row)[]).every((key) => one[key] === other[key]);
