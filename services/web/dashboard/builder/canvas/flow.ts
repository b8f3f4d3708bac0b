import { type Edge as FlowEdge, type Node as FlowNode, MarkerType, type NodeHandle, Position } from "@xyflow/react";
import type { Problem } from "../../../../../shared/domain/graph/types.ts";
import type { Box } from "./boxes.ts";
import type { Positions } from "./positions.ts";
import { boxWidth, headMiddle, rowMiddle } from "./size.ts";

/** What React Flow draws: a node for each box with all its measures, and an edge for each rule that leads somewhere. */
export type CardNode = FlowNode<{ box: Box; errors: number; warnings: number }, "card">;
export type WayEdge = FlowEdge;

/** The names of handles: where a way comes in, where a rule goes out, and where a new one begins. */
export const handleIn = "in";
export const handleNew = "new";
export const handleOtherwise = "otherwise";
const rulePrefix = "rule:";
export const handleOfRule = (edge: string | null): string => (edge === null ? handleOtherwise : `${rulePrefix}${edge}`);
/** The edge that a handle belongs to; null: another handle. */
export const ruleOfHandle = (handle: string | null | undefined): string | null =>
  handle?.startsWith(rulePrefix) ? handle.slice(rulePrefix.length) : null;

const handleSize = 14;

function handlesOf(box: Box): NodeHandle[] {
  const handle = (id: string, middle: number): NodeHandle => ({
    id,
    type: id === handleIn ? "target" : "source",
    position: id === handleIn ? Position.Left : Position.Right,
    x: (id === handleIn ? 0 : boxWidth) - handleSize / 2,
    y: middle - handleSize / 2,
    width: handleSize,
    height: handleSize,
  });
  return [
    handle(handleIn, headMiddle),
    ...(box.isEnd ? [] : [handle(handleNew, headMiddle)]),
    ...box.rows.map(({ edge }, at) => handle(handleOfRule(edge), rowMiddle(box, at))),
  ];
}

interface Shown {
  boxes: readonly Box[];
  positions: Positions;
  /** is it inspected, or one of several that are chosen? */
  isSelected(id: string): boolean;
  problems: Marks;
}

/** How many problems there are at a node. */
export type Marks = ReadonlyMap<string, { errors: number; warnings: number }>;

export function marksOf(problems: readonly Problem[]): Marks {
  const groups = Map.groupBy(problems, ({ node_id }) => node_id ?? "");
  const marks = [...groups].map(([id, own]): [string, { errors: number; warnings: number }] => {
    const errors = own.filter(({ severity }) => severity === "error").length;
    return [id, { errors, warnings: own.length - errors }];
  });
  return new Map(marks);
}

/** What is as it was comes back as the same object, by which React Flow knows that nothing has to be drawn. */
export function flowNodes(
  { boxes, positions, isSelected: isOne, problems }: Shown,
  before: readonly CardNode[],
): CardNode[] {
  const known = new Map(before.map((node) => [node.id, node]));
  const nodes = boxes.map((box): CardNode => {
    const { errors, warnings } = problems.get(box.id) ?? { errors: 0, warnings: 0 };
    const position = positions.get(box.id) ?? { x: 0, y: 0 };
    const isSelected = isOne(box.id);
    const old = known.get(box.id);
    const isSameData = old?.data.box === box && old.data.errors === errors && old.data.warnings === warnings;
    const isSamePlace = old?.position.x === position.x && old.position.y === position.y;
    if (old && isSameData && isSamePlace && old.selected === isSelected) return old;
    const size = { width: boxWidth, height: box.height };
    return {
      id: box.id,
      type: "card",
      position,
      data: old && isSameData ? old.data : { box, errors, warnings },
      selected: isSelected,
      ...size,
      measured: size,
      handles: old && isSameData && old.handles ? old.handles : handlesOf(box),
      ariaRole: "group",
      ariaLabel: box.title,
    };
  });
  return sameList(nodes, before);
}

/** as large on a thick line as on a thin one */
const arrow = {
  type: MarkerType.ArrowClosed,
  width: 16,
  height: 16,
  markerUnits: "userSpaceOnUse",
  color: "var(--control)",
};

interface Ways {
  boxes: readonly Box[];
  selected: string | null;
  /** by the id of an edge */
  problems: ReadonlySet<string>;
  labelOf(box: Box, row: Box["rows"][number]): string;
}

export function flowEdges({ boxes, selected, problems, labelOf }: Ways, before: readonly WayEdge[]): WayEdge[] {
  const known = new Map(before.map((edge) => [edge.id, edge]));
  const edges = boxes.flatMap((box) =>
    box.rows.flatMap((row): WayEdge[] => {
      const { edge: id, to } = row;
      if (id === null || to === null) return [];
      const isSelected = id === selected;
      const ariaLabel = labelOf(box, row);
      const className = problems.has(id) ? "problem" : "";
      const old = known.get(id);
      const isSame =
        old?.source === box.id &&
        old.target === to &&
        old.selected === isSelected &&
        old.ariaLabel === ariaLabel &&
        old.className === className;
      if (old && isSame) return [old];
      const ends = { source: box.id, sourceHandle: handleOfRule(id), target: to, targetHandle: handleIn };
      return [{ id, ...ends, selected: isSelected, reconnectable: isSelected, className, ariaLabel, markerEnd: arrow }];
    }),
  );
  return sameList(edges, before);
}

/** The list as it was, where all in it is as it was: React Flow takes each other list apart anew. */
function sameList<T>(list: T[], before: readonly T[]): T[] {
  return list.length === before.length && list.every((one, at) => one === before[at]) ? (before as T[]) : list;
}
