import type { Family } from "../../../../shared/domain/conditions/operators.ts";
import type { Condition, GraphNode, Operand } from "../../../../shared/domain/graph/types.ts";
import { familyOf } from "../../../../shared/domain/questions/index.ts";
import { precisionOf } from "../precision.ts";

/** An answer, hidden field or calculation that expressions of a document can read. */
export interface Target {
  /** null for a hidden field or calculation */
  node: GraphNode | null;
  left: Operand;
  family: Family;
  /** our option values by theirs, which can occur twice */
  values: ReadonlyMap<string, readonly string[]>;
  /** whether a choice accepts other text */
  isOpen: boolean;
  /** It was a choice, but its options aren't in the document. */
  lacksOptions?: boolean;
  /** The answer is a list here, and one value in the document. */
  isOneOfList?: boolean;
}

/** Returns the target of a question. `values` has our option values by theirs. */
export function targetOf(
  node: GraphNode,
  values: ReadonlyMap<string, string | readonly string[]> = new Map(),
  path?: string,
): Target {
  const isRow = node.question_type === "matrix" && path !== undefined;
  const isOneOfList = node.question_type === "picture_choice" && node.data.config?.multiple !== true;
  return {
    node,
    left: { type: "answer", node_id: node.id, ...(path !== undefined && { path }) },
    family: isRow || isOneOfList ? "one" : (familyOf(node.question_type) ?? "text"),
    values: new Map([...values].map(([theirs, ours]) => [theirs, typeof ours === "string" ? [ours] : ours])),
    isOpen: node.data.config?.allow_other === true,
    ...(isOneOfList && { isOneOfList }),
  };
}

/** Returns the names of choices, with our values. Those of yes or no are the document's booleans. */
export const namesOf = ({ values, node }: Target): ReadonlyMap<string, readonly string[]> =>
  values.size === 0 && node?.question_type === "yes_no" ? yesNoNames : values;

export const yesNoNames: ReadonlyMap<string, readonly string[]> = new Map([
  ["true", ["yes"]],
  ["false", ["no"]],
]);

/** Returns whether one of these options is chosen. Never, if there are none. */
export function oneOf({ left, isOneOfList }: Target, values: readonly string[]): Condition | false {
  const [value, ...others] = values;
  if (value === undefined) return false;
  if (isOneOfList) return { left, op: "includes_any", right: [...values] };
  return others.length === 0 ? { left, op: "eq", right: value } : { left, op: "in", right: [...values] };
}

/** Returns whether it is a date with a time, or a time. */
export const hasTime = ({ node, family }: Target): boolean =>
  family === "date" && node !== null && precisionOf(node) !== "day";

/** Returns a part of a calculation that reads another one. */
export const calculationPart = ({ left }: Target): unknown =>
  left.type === "calculation" ? { calculation: left.key } : null;

const bare = { node: null, values: new Map(), isOpen: false };
export const hiddenTarget = (key: string): Target => ({ ...bare, left: { type: "hidden", key }, family: "text" });
export const calculationTarget = (key: string): Target => ({
  ...bare,
  left: { type: "calculation", key },
  family: "num",
});
