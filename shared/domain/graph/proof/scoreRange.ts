import { canBePassedOver, type Outline, type OutlineNode } from "../outline.ts";

/** Range of the total after a node's answer. It contains all possible totals, but can be too wide. */
export interface ScoreRange {
  least: number;
  most: number;
}

const unknown: ScoreRange = { least: -2_000_000_000, most: 2_000_000_000 };

export interface ScoreRanges {
  /** before the node's answer */
  arriving(node: OutlineNode): ScoreRange;
  /** after it */
  leaving(node: OutlineNode): ScoreRange;
}

/** Returns the ranges by node. `order` is topological, or null for graphs with cycles. */
export function scoreRanges(outline: Outline, order: readonly OutlineNode[] | null): ScoreRanges {
  if (!order || !outline.entry) return { arriving: () => unknown, leaving: () => unknown };
  const arriving = new Map<OutlineNode, ScoreRange>([[outline.entry, { least: 0, most: 0 }]]);
  const leaving = new Map<OutlineNode, ScoreRange>();
  for (const node of order) {
    const before = arriving.get(node);
    if (!before) continue;
    const own = awardOf(outline, node);
    const after = { least: before.least + own.least, most: before.most + own.most };
    leaving.set(node, after);
    for (const { to } of node.edges) if (to) arriving.set(to, join(arriving.get(to), after));
  }
  return { arriving: (node) => arriving.get(node) ?? unknown, leaving: (node) => leaving.get(node) ?? unknown };
}

/** A skipped question awards nothing (decisions §4.3). */
function awardOf({ questions }: Outline, node: OutlineNode): ScoreRange {
  const question = questions.get(node.id);
  const range = question?.award_range;
  if (!range) return { least: 0, most: 0 };
  if (question.is_required && !canBePassedOver(node)) return range;
  return { least: Math.min(0, range.least), most: Math.max(0, range.most) };
}

const join = (a: ScoreRange | undefined, b: ScoreRange): ScoreRange =>
  a ? { least: Math.min(a.least, b.least), most: Math.max(a.most, b.most) } : b;
