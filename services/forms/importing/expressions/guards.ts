import type { Condition, GraphNode } from "../../../../shared/domain/graph/types.ts";
import type { ImportedForm, Item } from "../importedForm.ts";
import { fitted } from "../wording.ts";
import { conditionOf } from "./evaluate.ts";
import type { Scope } from "./scope.ts";
import { namesIn, type Term, Unmapped } from "./terms.ts";
import { all, type Truth } from "./truth.ts";
import { constant } from "./values.ts";

/** A condition of the document, with the text that names it in messages. */
export interface Written {
  source: string;
  parse(): Term;
}

/** Returns what `convert` makes, or null and a note if it has no counterpart. */
export function attempt<T>(convert: () => T, onUnmapped: (error: Unmapped) => void): T | null {
  try {
    return convert();
  } catch (error) {
    if (!(error instanceof Unmapped)) throw error;
    onUnmapped(error);
    return null;
  }
}

/** A condition that no one can meet. */
export interface Impossible {
  source: string;
  /** whether it reads nothing, so that the document shows the question to no one */
  isFixed: boolean;
}

/**
 * Sets `show_if` of a node to all of the conditions that can be converted, and notes the others. Returns the condition that keeps
 * all from seeing the node, or null. `item` is null if other nodes note the same conditions.
 */
export function guard(
  item: Item | null,
  node: GraphNode,
  written: readonly Written[],
  scope: Scope,
): Impossible | null {
  const parts: Truth[] = [];
  for (const { source, parse } of written) {
    const note = ({ message, reason, cause }: Unmapped) =>
      item?.changed(
        "condition",
        fitted(`Couldn't convert the condition \`${fitted(source, 200)}\`: ${message}. The question ignores it.`),
        undefined,
        reason,
        cause,
      );
    for (const term of attempt(() => conjuncts(parse()), note) ?? []) {
      const part = attempt(() => scope.assuming(item, () => scope.at(node, () => conditionOf(term, scope))), note);
      if (part === false) return { source, isFixed: !readsNames(term) };
      if (part !== null) parts.push(part);
    }
  }
  const shown = attempt(
    () => all(parts),
    ({ message, reason, cause }) =>
      item?.changed(
        "condition",
        `Couldn't convert its conditions together: ${message}. The question ignores them.`,
        undefined,
        reason,
        cause,
      ),
  );
  if (shown !== null && typeof shown !== "boolean") node.data.show_if = shown;
  return null;
}

/** A node with the conditions of the document for it to be seen. */
export interface Related {
  /** null if other nodes note the same conditions */
  item: Item | null;
  /** other parts of the document that the node stands for, such as rows of a matrix */
  others?: readonly Item[];
  node: GraphNode;
  /** names that expressions have for its answer, which no one gives if it is left out */
  names: readonly string[];
  shown: readonly Written[];
}

/** Converts the conditions of a node. Leaves out one that no one can see, and returns false. */
export function relate({ item, others = [], node, names, shown }: Related, scope: Scope): boolean {
  const impossible = guard(item, node, shown, scope);
  if (!impossible) return true;
  leaveOut(scope.form, item, node, impossible);
  for (const other of others) noteImpossible(other, impossible, false);
  for (const name of names) scope.replace(name, constant(""));
  return false;
}

/** Whether a term reads an answer or another part of the document. */
export const readsNames = (term: Term): boolean => namesIn(term).length > 0;

/** Leaves out a node that no one can see. It is lost if a condition was judged, because its author meant it to be seen. */
function leaveOut(form: ImportedForm, item: Item | null, node: GraphNode, impossible: Impossible): void {
  form.remove(node);
  if (item) noteImpossible(item, impossible, [...form.owners.values()].includes(item));
}

/** Notes a condition that no one can meet. `stands` says whether other parts of the item are imported. */
export function noteImpossible(item: Item, { source, isFixed }: Impossible, stands: boolean): void {
  const message = `Its condition \`${fitted(source, 200)}\` can never be true${isFixed ? "" : " here"}, so it was left out.`;
  if (isFixed) item.changed("never_asked", message);
  else if (stands) item.lostPart("never_asked", message);
  else item.lost("never_asked", message);
}

/** Returns whether an answer is required of all who see the node. Null if it depends on answers, or can't be converted. */
export function isRequired(node: GraphNode, { parse }: Written, scope: Scope): boolean | null {
  const required = attempt(
    () => scope.at(node, () => conditionOf(parse(), scope)),
    () => {},
  );
  if (required === null || typeof required === "boolean") return required;
  const shown = new Set(partsOf(node.data.show_if as Condition | undefined));
  return partsOf(required).every((part) => shown.has(part)) || null;
}

const partsOf = (condition: Condition | undefined): string[] =>
  condition === undefined ? [] : ("all" in condition ? condition.all : [condition]).map((part) => JSON.stringify(part));

/** Parts of a condition that must all hold. One that can't be converted doesn't keep the others from holding. */
const conjuncts = (term: Term): Term[] =>
  term.kind === "call" && term.name === "and" ? term.args.flatMap(conjuncts) : [term];

/** Adds a rule for the node's answer. In `valid_if`, a comparison without `left` reads the answer itself. */
export function require(item: Item, node: GraphNode, { source, parse }: Written, message: string, scope: Scope): void {
  const rules = node.data.valid_if ?? [];
  const condition = attempt(
    () => {
      if (rules.length >= 5) throw new Unmapped("a question can have 5 rules");
      const truth = scope.assuming(item, () => scope.at(node, () => conditionOf(parse(), scope), true));
      if (truth === false) throw new Unmapped("no answer is allowed");
      return typeof truth === "boolean" ? null : withoutSelf(truth, node.id);
    },
    ({ message: why, reason, cause }) =>
      item.changed(
        "rule",
        fitted(`Couldn't convert the rule \`${fitted(source, 200)}\`: ${why}. Answers aren't checked by it.`),
        undefined,
        reason,
        cause,
      ),
  );
  if (condition) node.data.valid_if = [...rules, { condition, message: fitted(message || "Enter a valid answer.") }];
}

function withoutSelf(condition: Condition, nodeId: string): Condition {
  const inner = (one: Condition) => withoutSelf(one, nodeId);
  if ("all" in condition) return { all: condition.all.map(inner) };
  if ("any" in condition) return { any: condition.any.map(inner) };
  if ("not" in condition) return { not: inner(condition.not) };
  const { left, ...rest } = condition;
  const isSelf = left?.type === "answer" && left.node_id === nodeId && left.path === undefined;
  return isSelf ? (rest as Condition) : condition;
}
