import type { CompiledQuestion } from "../questions/question.ts";
import type { Condition, Graph, GraphNode } from "./types.ts";

/**
 * Conditions on nodes instead of edges (features §11.1, §11.2): when a node and its options are shown, and which answers are
 * valid. `show_if` is decided on arrival, before the node has an answer.
 */
export interface Guard {
  kind: "show_if" | "option" | "valid_if";
  /** of the option or rule; 0 for the node's own */
  index: number;
  /** Any JSON in a draft. */
  condition: unknown;
  /** value of the option */
  option?: unknown;
}

/** Returns a node's conditions: `show_if`, those of its options, then `valid_if`. */
export function guardsOf({ data }: GraphNode): Guard[] {
  if (!data) return [];
  const { show_if: condition = null, valid_if: rules = [] } = data;
  return [
    ...(condition === null ? [] : [{ kind: "show_if" as const, index: 0, condition }]),
    ...optionsOf(data.config).flatMap(({ value, show_if = null }, index) =>
      show_if === null ? [] : [{ kind: "option" as const, index, condition: show_if, option: value }],
    ),
    ...rules.map(({ condition = null }, index) => ({
      kind: "valid_if" as const,
      index,
      condition,
    })),
  ];
}

/** Returns the options of a config. A draft's config can have any shape. */
export function optionsOf(config: unknown): { value?: unknown; show_if?: unknown; limit?: unknown }[] {
  const { options } = (config ?? {}) as { options?: unknown };
  return Array.isArray(options) ? options.map((option: object | null) => option ?? {}) : [];
}

/** Returns the condition under which a walk stops at a valid node: null if it always does. */
export function shownIf({ data }: GraphNode, { domain }: CompiledQuestion): Condition | null {
  const own = (data.show_if ?? null) as Condition | null;
  const options = optionsOf(data.config).map(({ show_if }) => (show_if ?? null) as Condition | null);
  const isOpen = domain !== null && "open" in domain && domain.open;
  const canRunOut = options.length > 0 && !isOpen && options.every((condition) => condition !== null);
  if (!canRunOut) return own;
  const any: Condition = { any: options.filter((condition) => condition !== null) };
  return own ? { all: [own, any] } : any;
}

/**
 * Returns whether a walk may pass a required question without an answer, because all its options can be full (wants §22): each has
 * a `limit`, or a condition beside others with one.
 */
export function canRunOut({ domain, is_required, config }: CompiledQuestion): boolean {
  const isOpen = domain !== null && "open" in domain && domain.open;
  const options = optionsOf(config);
  return (
    is_required &&
    !isOpen &&
    options.some(({ limit }) => limit !== undefined) &&
    options.every(({ limit, show_if = null }) => limit !== undefined || show_if !== null)
  );
}

/** Returns whether any node of the graph has such a condition. */
export const hasGuards = ({ nodes }: Graph): boolean => nodes.some((node) => guardsOf(node).length > 0);
