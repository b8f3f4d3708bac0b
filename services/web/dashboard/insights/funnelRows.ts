import type { FunnelStep, WholeInsights } from "../../../../shared/api/shapes/insights.ts";

/** A node of the funnel. Screens have no answers: a session that left a screen behind has passed it. */
export interface FunnelRow extends FunnelStep {
  /** its position in the form, from 1 */
  number: number;
  /** of its question; null: a screen */
  type: string | null;
}

/** Returns the rows in the form's order, or by the number of sessions that dropped off, then in the form's order. */
export function funnelRows(
  { funnel, questions }: Pick<WholeInsights, "funnel" | "questions">,
  order: "form" | "lost",
): FunnelRow[] {
  const types = new Map(questions.map(({ node_id: id, question_type: type }) => [id, type]));
  const rows = funnel.map((step, index) => ({
    ...step,
    number: index + 1,
    type: types.get(step.node_id) ?? null,
  }));
  return order === "form" ? rows : rows.toSorted((a, b) => b.left - a.left);
}

/** From here on a drop-off rate stands out. */
export const highRate = 0.15;
