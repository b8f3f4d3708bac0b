/** Expressions outside of rows can read their number, and sums and means of a field (features §18.2). */
import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import type { Machine } from "./machine.ts";
import type { RowsField } from "./scope.ts";
import { type Target, targetOf } from "./targets.ts";
import { type Term, Unmapped } from "./terms.ts";
import { type Case, numeric, only } from "./values.ts";

/** Returns the question whose rows a name stands for, or null. */
export function rowsOf(term: Term | undefined, { scope }: Machine): Target | null {
  const node = term?.kind === "name" ? scope.rows.get(term.name) : undefined;
  return node && term?.kind === "name" ? readable(node, term.name, scope) : null;
}

function readable(node: GraphNode, name: string, scope: Machine["scope"]): Target {
  scope.checkPlace(node, name);
  return targetOf(node);
}

/** Returns the number of rows. */
export const rowCount = (target: Target): Case[] => only({ kind: "measure", measure: "count", target });

/** Operations over the rows of a field. `nodes` counts rows also if they lack it, `count` doesn't. */
export type OverRows = "sum" | "mean" | "min" | "max" | "count" | "nodes";

/** Returns a list operation over all rows of a field, or null if the only part isn't a field. Throws `Unmapped` if rows lack it. */
export function overRows(operation: OverRows, args: readonly Term[], machine: Machine): Case[] | null {
  const [term, ...others] = args;
  if (term?.kind !== "name" || others.length > 0) return null;
  const field = machine.scope.fields.get(term.name);
  return field ? ofField(operation, field, term.name, machine) : null;
}

/** Returns a list operation over all rows of a field. Throws `Unmapped` if rows lack it. */
export function ofField(operation: OverRows, field: RowsField, name: string, { scope }: Machine): Case[] {
  const { node, key, isNumber, isRequired, isShown } = field;
  const target = readable(node, name, scope);
  const shown = `\`${name.slice(0, 60)}\``;
  const { needsAll, missing, hasUnknown } = scope.dialect;
  if (operation === "count" || operation === "nodes") {
    if (isRequired || (operation === "nodes" && isShown)) return rowCount(target);
    throw new Unmapped(`rows without ${shown} can't be left out of a count`);
  }
  if (operation !== "sum" && operation !== "mean")
    throw new Unmapped(`only sums, means and numbers of rows are supported, and ${shown} is asked in each row`);
  if (!isNumber) throw new Unmapped(`${shown} isn't a number`);
  if (needsAll && !isRequired) throw new Unmapped(`a row without ${shown} makes it unknown there`);
  const of = { node: node.id, field: key };
  // FHIRPath has no sum of nothing
  if (operation === "sum") return numeric({ sum_of: of, ...(hasUnknown && { at_least: 1 }) });
  return numeric(missing === "zero" ? { coalesce: [{ mean_of: of }, 0] } : { mean_of: of });
}
