import type { OutlineEdge } from "../outline.ts";
import type { Condition } from "../types.ts";
import { askedOf } from "./asked.ts";
import type { Variable } from "./variables.ts";

/** How each variable is: the place of its way, in the order of the variables. */
export type State = readonly number[];

/** A condition over states; `undefined` where it depends on what is not among the variables. */
export type Truth = (state: State) => boolean | undefined;

/** An edge without a condition is always true; one whose condition is unsound may be either way. */
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

/** `all` is decided by a part that is false, `any` by one that is true. */
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
