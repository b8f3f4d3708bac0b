import type { PublicForm } from "../../../../shared/api/shapes/sessions.ts";
import { escaped } from "../../../../shared/domain/graph/markup/escape.ts";
import { replaceRecalls } from "../../../../shared/domain/graph/recalls.ts";
import type { ShownCalculation } from "../../../../shared/domain/graph/shapes/calculation.ts";
import type { Graph, GraphNode } from "../../../../shared/domain/graph/types.ts";
import type { Refusal } from "../../../../shared/domain/questions/question.ts";
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
  // the service's message, or the one that it would send now
  const isMessage = refused?.message === before.closed_message || !form.is_open;
  return {
    ...next,
    refused: refused?.message && isMessage ? { ...refused, message: form.closed_message } : refused,
    completed: completed?.calculations
      ? { ...completed, calculations: completed.calculations.map((one) => scored(one, form)) }
      : completed,
    error: error && { ...error, refusals: translated(error.refusals, form, recall) },
  };
};

/** Returns a score with its title and band in the language of a form. Only the service knows the bands of private ones. */
function scored(score: ShownCalculation, { graph }: PublicForm): ShownCalculation {
  const { key, value } = score;
  const known = (graph as Graph).calculations?.find((one) => one.key === key);
  const band = known?.bands?.find(({ from, to }) => value !== null && value >= from && value <= to);
  return {
    ...score,
    title: known ? known.title || key : score.title,
    band: band ? (band.label ?? band.key) : score.band,
  };
}

/** A walk of all that was entered here. */
const entered = ({ answers }: Kept): LocalWalk => ({
  visits: Object.entries(answers).map(([nodeId, answer]) => ({ node_id: nodeId, answer })),
  current: null,
});

/** A rule's message is the owner's, and the others are words of the page. */
function translated(
  refusals: Readonly<Record<string, Refusal>>,
  { graph }: PublicForm,
  recall: (kind: string, name: string) => string,
) {
  const inserted: typeof recall = graph.markup ? (...of) => escaped(recall(...of)) : recall;
  const nodes = new Map((graph.nodes as GraphNode[]).map(({ id, data }) => [id, data]));
  const rows = Object.entries(refusals).map(([id, refusal]): [string, Refusal] => {
    const text = nodes.get(id)?.valid_if?.[refusal.rule ?? -1]?.message;
    return [id, { ...refusal, message: text === undefined ? refusal.message : replaceRecalls(text, inserted) }];
  });
  return Object.fromEntries(rows);
}
