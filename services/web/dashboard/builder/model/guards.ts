import type { GraphNode } from "../../../../../shared/domain/graph/types.ts";
import { isObject } from "../../../../../shared/domain/json.ts";
import { mapShared, withMembers } from "./share.ts";

// A draft's conditions and options can be anything: parts without their shape stay as they are.
type Members = Record<string, unknown>;

/** Changes each condition of a node: its `show_if`, those of its options, and those of `valid_if`. */
export function guardsChanged(node: GraphNode, change: (condition: unknown) => unknown): GraphNode {
  const { data } = node;
  if (!data) return node;
  const { show_if, valid_if, config } = data;
  const options = config?.options;
  return withMembers(node, {
    data: withMembers(data, {
      show_if: show_if && change(show_if),
      valid_if: valid_if && mapShared(valid_if, (rule) => inMember(rule, "condition", change)),
      config: Array.isArray(options)
        ? withMembers<Members>(config as Members, {
            options: mapShared(options as unknown[], (option) =>
              isObject(option) ? inMember(option, "show_if", change) : option,
            ),
          })
        : config,
    }),
  });
}

const inMember = <T extends object>(owner: T, key: keyof T, change: (condition: unknown) => unknown): T =>
  isObject(owner[key]) ? withMembers(owner, { [key]: change(owner[key]) } as Partial<T>) : owner;
