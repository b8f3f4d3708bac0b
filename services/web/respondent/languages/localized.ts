import { replaceRecalls } from "../../../../shared/domain/graph/recalls.ts";
import type { Graph, GraphNode } from "../../../../shared/domain/graph/types.ts";
import type { Refusal } from "../../../../shared/domain/questions/question.ts";
import type { ShownCalculation } from "../../../../shared/domain/shapes/calculation.ts";
import type { PublicForm } from "../../../../shared/domain/shapes/sessions.ts";
import type { Kept } from "../walk/kept.ts";
import type { LocalWalk } from "../walk/queue.ts";
import type { Localized } from "../walk/walkState.ts";

/** Continues the session in the same version with texts of another language. Its next step says so to the service. */
export const localized: Localized = (walkState, form, walker, recalling) => {
  const { form: before, pageForm, kept, error, refused, completed } = walkState;
  if (before?.version_number !== form.version_number) return walkState;
  const { language } = form.form;
  const next = {
    ...walkState,
    forms: { ...walkState.forms, [form.version_number]: form },
    pageForm: pageForm?.version_number === form.version_number ? form : pageForm,
    language,
    form,
    walker,
    isUnwalkable: !walker,
    kept: kept && { ...kept, language },
  };
  const recall = kept ? recalling({ ...kept, walk: entered(kept) }, next) : () => "";
  // what the service said, or what it would say by now
  const isMessage = refused?.message === before.closed_message || !form.is_open;
  return {
    ...next,
    refused: refused?.message && isMessage ? { ...refused, message: form.closed_message } : refused,
    completed: completed?.calculations
      ? { ...completed, calculations: completed.calculations.map((one) => scored(one, before, form)) }
      : completed,
    error: error && { ...error, refusals: translated(error.refusals, before, form, recall) },
  };
};

/** Returns a score with its title and band in another language. */
function scored(score: ShownCalculation, before: PublicForm, after: PublicForm): ShownCalculation {
  const [was, is] = [before, after].map(({ graph }) =>
    (graph as Graph).calculations?.find(({ key }) => key === score.key),
  );
  const title = score.title === (was?.title || score.key) ? is?.title || score.key : score.title;
  const band = was?.bands?.findIndex(({ label }) => label === score.band) ?? -1;
  return { ...score, title, band: is?.bands?.[band]?.label ?? score.band };
}

/** A walk of all that was entered here. */
const entered = ({ answers }: Kept): LocalWalk => ({
  visits: Object.entries(answers).map(([nodeId, answer]) => ({ node_id: nodeId, answer })),
  current: null,
});

/** A rule's message is the owner's, and the others are words of the page. */
function translated(
  refusals: Readonly<Record<string, Refusal>>,
  before: PublicForm,
  after: PublicForm,
  recall: (kind: string, name: string) => string,
) {
  const rows = Object.entries(refusals).map(([id, refusal]): [string, Refusal] => {
    const rules = rulesOf(before, id);
    const isOf = ({ message = "" }: Rule) => isFilled(refusal.message, message);
    const at = refusal.reason === "rule" ? rules.findIndex(isOf) : -1;
    const own = rulesOf(after, id)[at]?.message;
    return [id, { ...refusal, message: own === undefined ? refusal.message : replaceRecalls(own, recall) }];
  });
  return Object.fromEntries(rows);
}

type Rule = { message?: string };

const rulesOf = ({ graph }: PublicForm, nodeId: string): Rule[] =>
  (graph.nodes as GraphNode[]).find(({ id }) => id === nodeId)?.data.valid_if ?? [];

/** Returns whether a text is this one with its recalls filled. */
function isFilled(filled: string, text: string): boolean {
  const [first = "", ...others] = replaceRecalls(text, () => "\0").split("\0");
  if (others.length === 0) return filled === text;
  if (!filled.startsWith(first)) return false;
  let at = first.length;
  for (const part of others) {
    const found = filled.indexOf(part, at);
    if (found < 0) return false;
    at = found + part.length;
  }
  return true;
}
