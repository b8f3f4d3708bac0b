import type { FunnelStep, Insights } from "../../../../shared/domain/shapes/insights.ts";

/** A node of the funnel. Of a screen nothing is answered: who went on has passed it. */
export interface FunnelRow extends FunnelStep {
  /** its place in the form, from 1 */
  number: number;
  isScreen: boolean;
  /** answered, or passed */
  went: number;
}

/** Most lost: by how many left there, then by the form's order. */
export function funnelRows(
  { funnel, questions }: Pick<Insights, "funnel" | "questions">,
  order: "form" | "lost",
): FunnelRow[] {
  const asked = new Set(questions.map(({ node_id: id }) => id));
  const rows = funnel.map((step, at) => {
    const isScreen = !asked.has(step.node_id);
    const { reached, answered, skipped, left } = step;
    return {
      ...step,
      number: at + 1,
      isScreen,
      went: isScreen ? reached - left : answered,
      skipped: isScreen ? 0 : skipped,
    };
  });
  return order === "form" ? rows : rows.toSorted((a, b) => b.left - a.left);
}
