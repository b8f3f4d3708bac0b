import { readFileSync } from "node:fs";
import type { Graph } from "../../shared/domain/graph/types.ts";

const folder = new URL("../../deploy/demo/questionnaires/", import.meta.url);

/** A questionnaire of the demo, by its file's name. */
export function sampleForm(name: string): { title: string; graph: Graph } {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
}
