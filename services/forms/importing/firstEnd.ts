import type { GraphNode } from "../../../shared/domain/graph/types.ts";
import type { ImportedForm } from "./importedForm.ts";

/** Returns the first end screen, for jumps to an end that isn't in the document. Adds one to a form without any. */
export function firstEnd(form: ImportedForm, ends: ReadonlyMap<unknown, GraphNode> = new Map()): GraphNode {
  const [first] = ends.values();
  const known = first ?? form.nodes.find(({ question_type }) => question_type === "end_screen");
  if (known) return known;
  const added = { id: form.freeId("end"), question_type: "end_screen", data: { title: "Thank you", config: {} } };
  form.nodes.push(added);
  return added;
}
