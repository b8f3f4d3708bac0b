import { type Edge as FlowEdge, type Node as FlowNode, type NodeHandle, Position } from "@xyflow/react";
import type { Problem } from "../../../../../shared/domain/graph/types.ts";
import * as words from "../../../strings/en/dashboard/builder/canvas.ts";
import type { Box } from "./boxes.ts";
import type { Run } from "./routes.ts";
import { handleOtherwise, type Row } from "./rows.ts";
import { cardWidth, headMiddle, type Positions, rowMiddle } from "./size.ts";

/** React Flow's nodes, one per box, with all measures. */
export type CardNode = FlowNode<{ box: Box; mark: Mark | undefined }, "card">;
/** React Flow's edges, one per connected row. */
export type RuleEdge = FlowEdge<{ runs: readonly Run[] }>;

/** Handles of the head: edges enter by one, and new rules leave by the other. Rows have their own (rows.ts). */
export const handleIn = "in";
export const handleNew = "new";

const handleSize = 11;

function handlesOf(box: Box): NodeHandle[] {
  const handle = (id: string, middle: number): NodeHandle => ({
    id,
    type: id === handleIn ? "target" : "source",
    position: id === handleIn ? Position.Left : Position.Right,
    x: (id === handleIn ? 0 : cardWidth) - handleSize / 2,
    y: middle - handleSize / 2,
    width: handleSize,
    height: handleSize,
  });
  return [
    handle(handleIn, headMiddle),
    ...(box.isEnd ? [] : [handle(handleNew, headMiddle)]),
    ...box.rows.flatMap((row, index) => (row.handle === null ? [] : [handle(row.handle, rowMiddle(box, index))])),
  ];
}

/** The problems of a node. */
export interface Mark {
  errors: number;
  warnings: number;
  /** its only problem is that no path leads to it */
  isUnreached: boolean;
}
export type Marks = ReadonlyMap<string, Mark>;

export function marksOf(problems: readonly Problem[]): Marks {
  const groups = Map.groupBy(problems, ({ node_id }) => node_id ?? "");
  return new Map(
    [...groups].map(([id, own]): [string, Mark] => {
      const errors = own.filter(({ severity }) => severity === "error").length;
      const isUnreached = own.every(({ code }) => code === "node_unreachable");
      return [id, { errors, warnings: own.length - errors, isUnreached }];
    }),
  );
}

interface Shown {
  boxes: readonly Box[];
  positions: Positions;
  isSelected(id: string): boolean;
  marks: Marks;
}

/** Returns the same object for each node that hasn't changed: React Flow redraws only the others. */
export function flowNodes(
  { boxes, positions, isSelected: isOne, marks }: Shown,
  before: readonly CardNode[],
): CardNode[] {
  const known = new Map(before.map((node) => [node.id, node]));
  const nodes = boxes.map((box): CardNode => {
    const mark = marks.get(box.id);
    const position = positions.get(box.id) ?? { x: 0, y: 0 };
    const isSelected = isOne(box.id);
    const old = known.get(box.id);
    const isSameData = old?.data.box === box && isSameMark(old.data.mark, mark);
    const isSamePosition = old?.position.x === position.x && old.position.y === position.y;
    if (old && isSameData && isSamePosition && old.selected === isSelected) return old;
    const size = { width: cardWidth, height: box.height };
    return {
      id: box.id,
      type: "card",
      position,
      data: old && isSameData ? old.data : { box, mark },
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

const isSameMark = (a: Mark | undefined, b: Mark | undefined): boolean =>
  a?.errors === b?.errors && a?.warnings === b?.warnings && a?.isUnreached === b?.isUnreached;

interface Edges {
  boxes: readonly Box[];
  /** edges that leave this node stand out and have labels */
  inspected: string | null;
  selected: string | null;
  /** ids of edges with a problem */
  problems: ReadonlySet<string>;
  /** routes around cards */
  runs: ReadonlyMap<string, readonly Run[]>;
  labelOf(box: Box, row: Row): string;
}

export function flowEdges(
  { boxes, inspected, selected, problems, runs: runsOf, labelOf }: Edges,
  before: readonly RuleEdge[],
): RuleEdge[] {
  const known = new Map(before.map((edge) => [edge.id, edge]));
  const edges = boxes.flatMap((box) => {
    const isBranching = box.rows.filter(({ edge }) => edge !== null).length > 1;
    return box.rows.flatMap((row): RuleEdge[] => {
      const { edge: id, to, handle } = row;
      if (id === null || to === null) return [];
      const isOut = box.id === inspected;
      const old = known.get(id);
      const runs = runsOf.get(id) ?? noRuns;
      const edge: RuleEdge = {
        id,
        type: "rule",
        source: box.id,
        sourceHandle: handle,
        target: to,
        targetHandle: handleIn,
        selected: id === selected,
        reconnectable: id === selected,
        className: `${problems.has(id) ? "problem" : ""}${isOut ? " out" : ""}`,
        ariaLabel: labelOf(box, row),
        data: old?.data && isSameRoute(old.data.runs, runs) ? old.data : { runs },
        label: isOut && isBranching ? row.key || (handle === handleOtherwise ? words.elseLabel : "") : "",
      };
      return [old && isSameEdge(old, edge) ? old : edge];
    });
  });
  return sameList(edges, before);
}

const noRuns: readonly Run[] = [];
const isSameRoute = (a: readonly Run[], b: readonly Run[]): boolean =>
  a.length === b.length &&
  a.every(({ from, to, y }, index) => from === b[index]?.from && to === b[index].to && y === b[index].y);

const isSameEdge = (a: RuleEdge, b: RuleEdge): boolean =>
  (Object.keys(b) as (keyof RuleEdge)[]).every((key) => a[key] === b[key]);

/** Returns `before` if nothing changed: React Flow reads every other list from the start. */
function sameList<T>(list: T[], before: readonly T[]): T[] {
  return list.length === before.length && list.every((one, index) => one === before[index]) ? (before as T[]) : list;
}
