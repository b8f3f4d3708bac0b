import type { Page } from "../../../../../shared/domain/graph/types.ts";
import { pageName } from "../../../strings/en/dashboard/builder/list.ts";
import { titleText } from "../../../ui/titleText.ts";
import type { Box } from "./boxes.ts";
import { cardWidth, frameHead, framePadding, headMiddle, type Position, type Positions } from "./size.ts";

/** The frame of a page around its cards. */
export interface Frame {
  id: string;
  title: string;
  /** ids of its cards */
  nodes: readonly string[];
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * Returns a frame for each page, around its cards. `moving` has the cards that are dragged: a frame moves with them only if they are
 * all of its cards, so that it neither follows a card that is dragged out nor loses one that is dragged within it.
 */
export function framesOf(
  pages: readonly Page[],
  boxes: readonly Box[],
  settled: Positions,
  moving: Positions = new Map(),
): Frame[] {
  if (pages.length === 0) return [];
  const byId = new Map(boxes.map((box) => [box.id, box]));
  return pages.flatMap((page, at): Frame[] => {
    const own = page.node_ids.flatMap((id) => byId.get(id) ?? []);
    const around = boundsOf(own, own.every(({ id }) => moving.has(id)) ? moving : settled);
    if (!around) return [];
    const title = titleText(pageName(page.title, at + 1));
    return [{ id: page.id, title, nodes: own.map(({ id }) => id), ...around }];
  });
}

function boundsOf(boxes: readonly Box[], positions: Positions): Pick<Frame, "x" | "y" | "width" | "height"> | null {
  const placed = boxes.flatMap(({ id, height }) => {
    const position = positions.get(id);
    return position ? [{ ...position, bottom: position.y + height }] : [];
  });
  if (placed.length === 0) return null;
  const left = Math.min(...placed.map(({ x }) => x)) - framePadding;
  const top = Math.min(...placed.map(({ y }) => y)) - frameHead;
  const right = Math.max(...placed.map(({ x }) => x)) + cardWidth + framePadding;
  const bottom = Math.max(...placed.map((one) => one.bottom)) + framePadding;
  return { x: left, y: top, width: right - left, height: bottom - top };
}

/** Returns the page whose frame has the middle of a card's head or of the card, or null. */
function frameAt(frames: readonly Frame[], { x, y }: Position, height: number): string | null {
  const middle = x + cardWidth / 2;
  const inside = frames.find(
    (frame) =>
      middle >= frame.x &&
      middle <= frame.x + frame.width &&
      [y + headMiddle, y + height / 2].some((at) => at >= frame.y && at <= frame.y + frame.height),
  );
  return inside?.id ?? null;
}

/**
 * Returns the cards that a drop puts on another page, or off theirs, by page. A page whose cards were all dragged keeps them.
 */
export function dropsOf(
  boxes: readonly Box[],
  frames: readonly Frame[],
  to: Readonly<Record<string, Position>>,
): Map<string | null, string[]> {
  const dragged = new Set(Object.keys(to));
  const whole = new Set(frames.filter(({ nodes }) => nodes.every((id) => dragged.has(id))).map(({ id }) => id));
  const targets = frames.filter(({ id }) => !whole.has(id));
  const moved = boxes.flatMap(({ id, page, height, isEnd }) => {
    const position = to[id];
    if (!position || isEnd || (page !== null && whole.has(page))) return [];
    const target = frameAt(targets, position, height);
    return target === page ? [] : [{ id, target }];
  });
  return new Map(
    [...Map.groupBy(moved, ({ target }) => target)].map(([target, own]) => [target, own.map(({ id }) => id)]),
  );
}
