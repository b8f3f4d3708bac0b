import { mailsPerForm } from "../../../shared/api/shapes/mails.ts";
import { normalizeGraph } from "../../../shared/domain/graph/normalizeGraph.ts";
import { SubmittedGraph } from "../../../shared/domain/graph/shapes/graph.ts";
import type { Graph } from "../../../shared/domain/graph/types.ts";
import { isObject } from "../../../shared/domain/json.ts";
import { runToEnd } from "../../../shared/domain/runToEnd.ts";
import { checker } from "../../../shared/domain/schema.ts";
import { readTranslations } from "../translations/limits.ts";
import { cutTexts } from "./cutTexts.ts";
import { publishable } from "./finish.ts";
import { ImportedForm, ownerKey } from "./importedForm.ts";
import { Refusal } from "./refusal.ts";

const check = checker(SubmittedGraph, "graph");

/** Converts Pathform's own JSON: a graph, or an object with one, such as GET draft returns. Refuses what PUT draft refuses. */
export function convertPathform(document: unknown): { form: ImportedForm; graph: Graph; more: object } {
  const outer = isObject(document) ? document : {};
  const given = "graph" in outer ? outer.graph : outer;
  const errors = check(given);
  if (errors.length > 0) throw new Refusal(`file: graph.${errors[0]}`);
  const graph = normalizeGraph(given as SubmittedGraph);
  const [tooLong] = runToEnd(readTranslations(graph, "graph.translations")).errors;
  if (tooLong) throw new Refusal(`file: ${tooLong}`);
  const form = new ImportedForm();
  form.title = typeof outer.title === "string" ? outer.title : "";
  form.language = typeof outer.language === "string" ? outer.language : "en";
  graph.nodes = owned(form, graph.nodes, "nodes", ({ id }) => id);
  if (graph.calculations)
    graph.calculations = owned(form, graph.calculations, "calculations", ({ key }) => ownerKey(key));
  cutTexts(form);
  publishable(graph, form);
  return { form, graph, more: moreOf(outer) };
}

/** Returns the settings, theme and emails that a file of Pathform's own format has beside the graph. */
function moreOf({ format, form, theme, mails }: Record<string, unknown>): object {
  if (format !== "pathform") return {};
  return {
    ...(isObject(form) && { form }),
    ...(isObject(theme) && { theme }),
    ...(Array.isArray(mails) && { mails: mails.filter(isObject).slice(0, mailsPerForm) }),
  };
}

/** Adds an item for each part. Later parts with the same key are lost. */
function owned<T>(form: ImportedForm, parts: readonly T[], path: string, keyOf: (part: T) => string): T[] {
  return parts.filter((part, index) => {
    const item = form.item(`${path}[${index}]`);
    const key = keyOf(part);
    if (form.owners.has(key)) {
      item.lost("duplicate", `“${key}” wasn't imported because its ID is already used.`);
      return false;
    }
    form.owners.set(key, item);
    if (path === "nodes") item.nodeId = key;
    form.freeId(key);
    return true;
  });
}
