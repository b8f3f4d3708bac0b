import * as words from "../../../strings/en/dashboard/builder/canvas.ts";
import { firstComparison } from "../conditions/operands.ts";
import type { Editor } from "../editing/editor.ts";
import type { QuestionTable } from "../types/questionTable.ts";
import type { Box } from "./boxes.ts";
import { handleNew } from "./flow.ts";

/** The handle that an edge is drawn from. */
export interface Source {
  box: Box;
  handle: string;
}

/** Returns the row that the handle belongs to, also of an option that the card doesn't show. */
export const rowOf = ({ box, handle }: Source) => [...box.rows, ...box.hidden].find((row) => row.handle === handle);

/**
 * Connects a handle to a node in one step: it moves the row's edge, or adds one with the option's condition. The handle for new
 * rules adds an edge with a condition as soon as there is an Otherwise.
 */
export function connect(
  editor: Editor,
  table: QuestionTable,
  { box, handle, to }: Source & { to: string },
  step: { label: string; key?: string } = { label: words.steps.connect },
): void {
  const row = rowOf({ box, handle });
  if (row?.edge) {
    editor.perform("retarget", { id: row.edge, to }, step);
    return;
  }
  const { graph } = editor.state().history;
  const from = box.id;
  const isNew = handle === handleNew && graph.edges.some((edge) => edge.from === from && edge.condition === null);
  const condition = isNew ? firstComparison({ graph, from, table }) : (row?.condition ?? null);
  editor.perform("addEdge", { from, to, condition }, step);
}

/** Adds a node and connects the handle to it, in one step. */
export function connectToNew(
  editor: Editor,
  table: QuestionTable,
  { question_type, ...source }: Source & { question_type: string },
  label: string,
): void {
  const step = { label, key: "add" };
  editor.settle();
  editor.perform("addNode", { question_type }, step);
  const to = editor.state().selected;
  if (to !== null) connect(editor, table, { ...source, to }, step);
  editor.settle();
}
