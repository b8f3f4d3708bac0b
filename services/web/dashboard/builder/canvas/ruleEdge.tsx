import { BaseEdge, type EdgeProps, getBezierPath, getSmoothStepPath } from "@xyflow/react";
import { memo } from "react";
import type { RuleEdge as FlowEdge } from "./flow.ts";
import { type Run, turnWidth } from "./routes.ts";

/** An edge: a curve to the right, through the gaps between cards that are in its way, or a line back to the left. */
export const RuleEdge = memo(function RuleEdge({ id, markerEnd: _, label, data, ...ends }: EdgeProps<FlowEdge>) {
  const [d, x, y] = pathOf(ends, data?.runs ?? []);
  return (
    <BaseEdge id={id} path={d} label={label} labelX={x} labelY={y} labelBgPadding={[7, 3]} labelBgBorderRadius={10} />
  );
});

/** Room of the longest label, in pixels of the canvas. */
const labelRoom = 96;

type Ends = Pick<
  EdgeProps<FlowEdge>,
  "sourceX" | "sourceY" | "targetX" | "targetY" | "sourcePosition" | "targetPosition"
>;

/** Returns the path and the place of its label. A card that is dragged can be past its edge's runs. */
export function pathOf(ends: Ends, runs: readonly Run[]): readonly [string, number, number, ...unknown[]] {
  const { sourceX, sourceY, targetX, targetY } = ends;
  const [first, last] = [runs[0], runs.at(-1)];
  if (targetX < sourceX) {
    const centerY = first && first.to < first.from ? { centerY: first.y } : {};
    return getSmoothStepPath({ ...ends, ...centerY, offset: turnWidth, borderRadius: 12 });
  }
  if (!first || !last || first.from < sourceX || last.to > targetX || first.to < first.from) return getBezierPath(ends);
  let [d, x, y] = [`M${sourceX} ${sourceY}`, sourceX, sourceY];
  for (const run of runs) {
    d += `${curve(x, y, run.from, run.y)}H${run.to}`;
    [x, y] = [run.to, run.y];
  }
  // between the cards that the edge passes, because beside them is less room than its words need
  return [d + curve(x, y, targetX, targetY), first.from + labelRoom / 2, first.y];
}

function curve(fromX: number, fromY: number, toX: number, toY: number): string {
  const middle = (fromX + toX) / 2;
  return `C${middle} ${fromY} ${middle} ${toY} ${toX} ${toY}`;
}
