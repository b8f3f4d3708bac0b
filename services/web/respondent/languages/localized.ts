import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import type { Refusal } from "../../../../shared/domain/questions/question.ts";
import type { PublicForm } from "../../../../shared/domain/shapes/sessions.ts";
import type { PrefillingWalker, WalkState } from "../walk/walkState.ts";

/** Continues the session in the same version with texts of another language. Its next step says so to the service. */
export function localized(walkState: WalkState, form: PublicForm, walker: PrefillingWalker | null): WalkState {
  const { form: before, pageForm, kept, error } = walkState;
  if (before?.version_number !== form.version_number) return walkState;
  const { language } = form.form;
  return {
    ...walkState,
    forms: { ...walkState.forms, [form.version_number]: form },
    pageForm: pageForm?.version_number === form.version_number ? form : pageForm,
    language,
    form,
    walker,
    isUnwalkable: !walker,
    kept: kept && { ...kept, language },
    error: error && { ...error, refusals: translated(error.refusals, before, form) },
  };
}

/** A rule's message is the owner's, and the others are words of the page. */
function translated(refusals: Readonly<Record<string, Refusal>>, before: PublicForm, after: PublicForm) {
  const rows = Object.entries(refusals).map(([id, refusal]): [string, Refusal] => {
    const rules = rulesOf(before, id);
    const at = refusal.reason === "rule" ? rules.findIndex(({ message }) => message === refusal.message) : -1;
    const message = rulesOf(after, id)[at]?.message ?? refusal.message;
    return [id, { ...refusal, message }];
  });
  return Object.fromEntries(rows);
}

const rulesOf = ({ graph }: PublicForm, nodeId: string): { message?: string }[] =>
  (graph.nodes as GraphNode[]).find(({ id }) => id === nodeId)?.data.valid_if ?? [];
