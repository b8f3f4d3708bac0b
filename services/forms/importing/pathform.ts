import { normalizeGraph } from "../../../shared/domain/graph/normalizeGraph.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { isObject } from "../../../shared/domain/json.ts";
import { checker } from "../../../shared/domain/schema.ts";
import { SubmittedGraph } from "../../../shared/domain/shapes/graph.ts";
import { cutTexts } from "./cutTexts.ts";
import { publishable } from "./finish.ts";
import { ImportedForm } from "./importedForm.ts";
import { Refusal } from "./refusal.ts";

const check = checker(SubmittedGraph, "graph");

/** Converts Pathform's own JSON: a graph, or an object with one, such as GET draft returns. Refuses what PUT draft refuses. */
export function convertPathform(document: unknown): { form: ImportedForm; graph: Graph } {
  const outer = isObject(document) ? document : {};
  const given = "graph" in outer ? outer.graph : outer;
  const errors = check(given);
  if (errors.length > 0) throw new Refusal(`file: ${errors[0]}`);
  const graph = normalizeGraph(given as SubmittedGraph);
  const form = new ImportedForm();
  form.title = typeof outer.title === "string" ? outer.title : "";
  form.language = typeof outer.language === "string" ? outer.language : "en";
  for (const [index, { id }] of graph.nodes.entries()) own(form, id, `nodes[${index}]`, id);
  for (const [index, { key }] of (graph.calculations ?? []).entries()) own(form, key, `calculations[${index}]`, null);
  cutTexts(form);
  publishable(graph, form);
  return { form, graph };
}

function own(form: ImportedForm, id: string, source: string, nodeId: string | null): void {
  const item = form.item(source);
  item.nodeId = nodeId;
  form.freeId(id);
  // a second node with this id is removed
  form.owners.set(id, item);
}
