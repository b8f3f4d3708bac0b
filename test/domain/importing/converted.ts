import { readFileSync } from "node:fs";
import { finish } from "../../../services/forms/importing/finish.ts";
import type { ImportedForm } from "../../../services/forms/importing/importedForm.ts";
import { resultOf } from "../../../services/forms/importing/result.ts";
import type { ImportFormat, ImportIssue } from "../../../shared/api/shapes/imports.ts";
import { analyze } from "../../../shared/domain/graph/analyze.ts";
import type { Graph, GraphNode } from "../../../shared/domain/graph/types.ts";

export type Convert = (document: unknown) => ImportedForm;

export interface Result {
  title: string;
  language: string;
  graph: Graph;
  counts: { found: number; converted: number; changed: number; lost: number };
  issues: ImportIssue[];
}

/** Returns an example document. */
export const example = (folder: string, name: string): unknown =>
  JSON.parse(readFileSync(new URL(`./${folder}/${name}.json`, import.meta.url), "utf8"));

/** Converts a document as the import does. */
export function imported(format: ImportFormat, convert: Convert, document: unknown): Result {
  const form = convert(document);
  return JSON.parse(resultOf(format, form, finish(form)));
}

/** Returns issues as `<severity> <code> <source>`. */
export const issuesOf = ({ issues }: Result): string[] =>
  issues.map(({ severity, code, source }) => `${severity} ${code} ${placeOf(source)}`);

/** Returns the place without the name of the part there. */
export const placeOf = (source: string): string => source.replace(/ “.*”$/s, "");

/** Returns nodes as `<id> <type>`. */
export const nodesOf = ({ graph }: Result): string[] => graph.nodes.map((node) => `${node.id} ${node.question_type}`);

export function nodeOf({ graph }: Result, id: string): GraphNode {
  const node = graph.nodes.find((it) => it.id === id);
  if (!node) throw new Error(`no node ${id}`);
  return node;
}

export const errorsOf = ({ graph }: Result) => analyze(graph).filter(({ severity }) => severity === "error");

/** Checks that each item became a node or calculation, or is in an issue. */
export function expectNothingDropped(form: ImportedForm, count: number): void {
  expect(form.items).toHaveLength(count);
  const nodes = new Set(form.nodes.map(({ id }) => id));
  const calculated = new Set([...form.owners].filter(([key]) => !nodes.has(key)).map(([, item]) => item));
  for (const item of form.items) {
    const stands = (item.nodeId !== null && nodes.has(item.nodeId)) || calculated.has(item);
    expect(stands || item.issues.length > 0).toBe(true);
    expect(item.isLost && stands).toBe(false);
  }
}
