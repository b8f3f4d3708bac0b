import { BaseEdge, type EdgeProps, getBezierPath, getSmoothStepPath } from "@xyflow/react";
import { memo } from "react";

/** An edge: a curve to the right, and between the bands of a layout a line around the cards. */
export const RuleEdge = memo(function RuleEdge({ id, markerEnd: _, label, ...ends }: EdgeProps) {
  const path = ends.targetX < ends.sourceX ? getSmoothStepPath({ ...ends, borderRadius: 12 }) : getBezierPath(ends);
  const [d, x, y] = path;
  return (
    <BaseEdge id={id} path={d} label={label} labelX={x} labelY={y} labelBgPadding={[7, 3]} labelBgBorderRadius={10} />
  );
});
