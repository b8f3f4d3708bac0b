import { normalizeGraph } from "../../../../../shared/domain/graph/normalizeGraph.ts";
import { SubmittedGraph } from "../../../../../shared/domain/graph/shapes/graph.ts";
import type { Graph } from "../../../../../shared/domain/graph/types.ts";
import { isObject } from "../../../../../shared/domain/json.ts";
import { edgeLimit, nodeLimit } from "../../../../../shared/domain/limits.ts";
import { checker } from "../../../../../shared/domain/schema.ts";
import * as words from "../../../strings/en/dashboard/builder/exchange.ts";
import type { Fragment } from "../model/clipboard.ts";
import { readJson } from "./readJson.ts";

/** Marks a text as copied questions. Its value is the version of the format. */
const marker = "pathform_nodes";
const check = checker(SubmittedGraph, "");

/** Returns copied nodes as text, which can be pasted into any form. */
export const fragmentText = (fragment: Fragment): string => JSON.stringify({ [marker]: 1, ...fragment }, null, 2);

export type ReadFragment = { ok: true; fragment: Fragment } | { ok: false; why: string };

/** Reads pasted text, which can be anything, or returns why it can't be pasted. */
export function readFragment(text: string): ReadFragment {
  const read = readJson(text);
  if (!read.ok) return { ok: false, why: read.fault === "not_json" ? words.foreignText : words.jsonFaults[read.fault] };
  const { value } = read;
  if (!isObject(value) || value[marker] === undefined) return { ok: false, why: words.foreignText };
  const { [marker]: format, ...rest } = value;
  if (format !== 1) return { ok: false, why: words.newerFormat };
  const [error] = check({ schema_version: "2.0", ...rest });
  if (error !== undefined) return { ok: false, why: words.broken(error.replace(/^\./, "")) };
  return whole(normalizeGraph(rest as unknown as SubmittedGraph));
}

/** Keeps pages whose nodes are all there, each on one page. */
function whole({ nodes, edges, pages = [], calculations = [], translations }: Graph): ReadFragment {
  const ids = new Set(nodes.map(({ id }) => id));
  if (nodes.length === 0) return { ok: false, why: words.nothingCopied };
  if (ids.size < nodes.length) return { ok: false, why: words.broken(words.idTwice) };
  if (edges.some(({ from, to }) => !ids.has(from) || !ids.has(to)))
    return { ok: false, why: words.broken(words.looseEdge) };
  const free = new Set(ids);
  const kept = pages.filter(({ node_ids }) => node_ids.length > 0 && node_ids.every((id) => free.delete(id)));
  const fragment = {
    nodes,
    edges,
    ...(kept.length > 0 && { pages: kept }),
    ...(calculations.length > 0 && { calculations }),
    ...(translations && { translations }),
  };
  return { ok: true, fragment };
}

/** Returns why the form has no room for the nodes, or null if it has. */
export function roomFault({ nodes, edges }: Graph, fragment: Fragment): string | null {
  if (nodes.length + fragment.nodes.length > nodeLimit) return words.tooManyNodes(nodeLimit);
  return edges.length + fragment.edges.length > edgeLimit ? words.tooManyEdges(edgeLimit) : null;
}
