import { readFileSync } from "node:fs";
import type { Graph } from "../../shared/domain/graph/types.ts";

const folder = new URL("../../shared/domain/samples/", import.meta.url);

/** Returns the sample questionnaire in the file of this name. */
export function sampleForm(name: string): { title: string; graph: Graph } {
  return JSON.parse(readFileSync(new URL(`${name}.json`, folder), "utf8"));
}
