import { calculatedFamily } from "../../../../../../shared/domain/graph/domains.ts";
import type { Graph, GraphNode } from "../../../../../../shared/domain/graph/types.ts";
import { firstComparison, type Reading } from "../../conditions/operands.ts";
import { objectsChanged } from "../../model/calculations.ts";
import { nameOfNode } from "../../types/names.ts";
import { hasPoints, type Item } from "../simple.ts";
import type { Available } from "./kinds.ts";

export interface Option {
  value: string;
  name: string;
}

/** Options of the menu for each kind of part. */
export interface Options {
  points: Option[];
  answer: Option[];
  selected: Option[];
  /** number fields of records, as `<question>.<field>` */
  rows: Option[];
  date: Option[];
  hidden: Option[];
  calculation: Option[];
}

const listFamilies = new Set(["many", "rank", "count"]);

/** Returns the options for the score at this index, which reads only those before it. */
export function optionsAt(at: number, { graph, table }: Reading): Options {
  const questions = (isFit: (node: GraphNode) => boolean) =>
    graph.nodes.flatMap((node, index) =>
      isFit(node) ? [{ value: node.id, name: `${index + 1}. ${nameOfNode(node)}` }] : [],
    );
  const familyOf = (node: GraphNode) => {
    const { domain } = table.factsOf(node);
    return domain ? calculatedFamily(domain) : "";
  };
  const before = graph.calculations?.slice(0, at) ?? [];
  return {
    points: questions(hasPoints),
    answer: questions((node) => familyOf(node) === "num"),
    selected: questions((node) => listFamilies.has(familyOf(node))),
    rows: graph.nodes.flatMap((node, index) =>
      (table.factsOf(node).fields ?? [])
        .filter(({ question }) => question.type === "number")
        .map(({ key, title }) => ({
          value: `${node.id}.${key}`,
          name: `${index + 1}. ${nameOfNode(node)}: ${title}`,
        })),
    ),
    date: questions((node) => familyOf(node) === "date"),
    hidden: (graph.hidden_fields ?? []).map((key) => ({ value: key, name: key })),
    calculation: before.map(({ key, title }) => ({ value: key, name: title || key })),
  };
}

export function availableOf(options: Options, reading: Reading): Available {
  const first = (list: Option[]) => list[0]?.value;
  return {
    points: first(options.points),
    answer: first(options.answer),
    selected: first(options.selected),
    rows: first(options.rows),
    date: first(options.date),
    hidden: first(options.hidden),
    calculation: first(options.calculation),
    condition: firstComparison(reading),
  };
}

/** The graph that a score's conditions can read: only the scores before it. */
export const earlierReading = (at: number, reading: Reading): Reading => {
  const { calculations, ...rest } = reading.graph;
  const graph: Graph = calculations ? { ...rest, calculations: calculations.slice(0, at) } : rest;
  return { ...reading, graph };
};

/** Returns the questions whose points or answers a formula reads, each once. */
export function questionsIn(value: unknown): Item[] {
  const found = new Map<string, Item>();
  objectsChanged(value, (part) => {
    for (const kind of ["points", "answer"] as const) {
      const id = part[kind];
      if (typeof id === "string" && !found.has(id)) found.set(id, { kind, node_id: id });
    }
    return part;
  });
  return [...found.values()];
}
