import type { OutlineEdge } from "../outline.ts";
import type { Condition } from "../types.ts";
import { askedOf } from "./asked.ts";
import type { Variable } from "./variables.ts";

/** Index of each variable's outcome, in the order of the variables. */
export type State = readonly number[];

/** Result of a condition in a state. Undefined if it depends on operands that aren't variables. */
export type Truth = (state: State) => boolean | undefined;

/** Returns the truth of an edge. Unknown if its condition is invalid. */
export function truthOfEdge(edge: OutlineEdge, variables: readonly Variable[]): Truth {
  if (edge.fault !== null || !edge.from) return () => undefined;
  return edge.condition ? truthOf(edge.condition, edge.from.id, variables) : () => true;
}

function truthOf(condition: Condition, fromNodeId: string, variables: readonly Variable[]): Truth {
  const inner = (part: Condition) => truthOf(part, fromNodeId, variables);
  if ("all" in condition) return joined(condition.all.map(inner), false);
  if ("any" in condition) return joined(condition.any.map(inner), true);
  if ("not" in condition) {
    const part = inner(condition.not);
    return (state) => {
      const truth = part(state);
      return truth === undefined ? undefined : !truth;
    };
  }
  const asked = askedOf(condition, fromNodeId);
  const at = variables.findIndex(({ key }) => key === asked.key);
  const truths = variables[at]?.truths.get(asked.id);
  return (state) => truths?.[state[at] as number];
}

/** Joins parts: one false part decides `all`, one true part decides `any`. */
function joined(parts: readonly Truth[], decisive: boolean): Truth {
  return (state) => {
    let isKnown = true;
    for (const part of parts) {
      const truth = part(state);
      if (truth === decisive) return decisive;
      if (truth === undefined) isKnown = false;
    }
    return isKnown ? !decisive : undefined;
  };
}
