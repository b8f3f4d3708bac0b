import * as words from "../../../strings/en/dashboard/builder/canvas.ts";
import { firstComparison } from "../conditions/operands.ts";
import type { Editor } from "../editing/editor.ts";
import type { QuestionTable } from "../types/questionTable.ts";
import { handleOtherwise, ruleOfHandle } from "./flow.ts";

/**
 * Leads a rule to a node, as one step: the rule whose handle it is, the way that is taken otherwise, or a new rule, which has a
 * condition as soon as there is another way on.
 */
export function connect(
  editor: Editor,
  table: QuestionTable,
  { from, handle, to }: { from: string; handle: string; to: string },
  step: { label: string; key?: string } = { label: words.steps.connect },
): void {
  const edge = ruleOfHandle(handle);
  if (edge !== null) {
    editor.perform("retarget", { id: edge, to }, step);
    return;
  }
  const { graph } = editor.state().history;
  const hasAlways = graph.edges.some((one) => one.from === from && one.condition === null);
  const isNew = handle !== handleOtherwise && hasAlways;
  const condition = isNew ? firstComparison({ graph, from, table }) : null;
  editor.perform("addEdge", { from, to, condition }, step);
}

/** A new node where a way was dropped on nothing, and the way to it: one step. */
export function connectToNew(
  editor: Editor,
  table: QuestionTable,
  { from, handle, question_type }: { from: string; handle: string; question_type: string },
  label: string,
): void {
  const step = { label, key: "add" };
  editor.settle();
  editor.perform("addNode", { question_type }, step);
  const to = editor.state().selected;
  if (to !== null) connect(editor, table, { from, handle, to }, step);
  editor.settle();
}
