import type { Family } from "../../../../shared/domain/conditions/operators.ts";
import { isRealDate } from "../../../../shared/domain/dates.ts";
import type { GraphNode, Operand } from "../../../../shared/domain/graph/types.ts";
import { calculationLimit } from "../../../../shared/domain/limits.ts";
import { familyOf } from "../../../../shared/domain/questions/index.ts";
import type { ImportedForm, Item } from "../importedForm.ts";
import { number } from "../values.ts";
import { Unmapped } from "./terms.ts";

/** An answer or calculation that expressions of a document can read. */
export interface Target {
  /** null for a calculation */
  node: GraphNode | null;
  left: Operand;
  family: Family;
  /** our value of theirs, or null if it can't be one */
  toOurs(theirs: string | number | boolean): string | number | null;
  /** all values of a choice, for "other" */
  values: string[];
  /** whether a choice accepts other text */
  isOpen: boolean;
}

/** How a language compares. */
export interface Style {
  ignoresCase: boolean;
  /** operator of `=` between several choices and one value */
  setEquals: "includes_any" | "equals_set";
}

/** Returns the target of a question. `values` has our option values by theirs. */
export function targetOf(node: GraphNode, values: ReadonlyMap<string, string> = new Map(), path?: string): Target {
  const isRow = node.question_type === "matrix" && path !== undefined;
  const family = isRow ? "one" : (familyOf(node.question_type) ?? "text");
  const isOpen = node.data.config?.allow_other === true;
  return {
    node,
    left: { type: "answer", node_id: node.id, ...(path !== undefined && { path }) },
    family,
    toOurs: (theirs) => mapped(theirs, node.question_type, family, values, isOpen),
    values: [...new Set(values.values())],
    isOpen,
  };
}

function mapped(
  theirs: string | number | boolean,
  type: string,
  family: Family,
  values: ReadonlyMap<string, string>,
  isOpen: boolean,
): string | number | null {
  if (type === "yes_no") {
    const known = values.get(String(theirs));
    return (
      known ??
      (String(theirs).toLowerCase() === "true" ? "yes" : String(theirs).toLowerCase() === "false" ? "no" : null)
    );
  }
  if (family === "num") return typeof theirs === "boolean" ? null : (number(theirs) ?? null);
  if (family === "date") {
    const day = String(theirs).slice(0, 10);
    return isRealDate(day) ? day : null;
  }
  return family === "text" ? String(theirs) : (values.get(String(theirs)) ?? (isOpen ? String(theirs) : null));
}

/** Names that expressions of one document can read. */
export class Scope {
  private readonly targets = new Map<string, Target>();
  private readonly awaited = new Map<string, () => void>();
  /** nodes before this index can be read. Everything without one, such as in a calculation. */
  private readableNodes = Number.POSITIVE_INFINITY;
  private indexes: ReadonlyMap<GraphNode, number> = new Map();

  readonly form: ImportedForm;
  readonly style: Style;

  constructor(form: ImportedForm, style: Style) {
    this.form = form;
    this.style = style;
  }

  /** Adds a name. The first one counts if it occurs twice. */
  add(name: string, target: Target): void {
    if (!this.targets.has(name)) this.targets.set(name, target);
  }

  /** Adds a calculation that is made when it is first read, so that calculations come after those that they read. */
  addCalculation(name: string, make: () => void): void {
    // a second one of this name is made too, but nothing reads it
    this.awaited.set(this.has(name) ? `${name}\u0000${this.awaited.size}` : name, make);
  }

  /** Makes the calculations that nothing read yet. */
  finishCalculations(): void {
    for (const name of [...this.awaited.keys()]) this.make(name);
  }

  has(name: string): boolean {
    return this.targets.has(name) || this.awaited.has(name);
  }

  find(name: string): Target {
    this.make(name);
    const target = this.targets.get(name);
    if (!target) throw new Unmapped(`\`${name.slice(0, 60)}\` isn't an imported question`);
    if (target.node && (this.indexes.get(target.node) ?? -1) >= this.readableNodes)
      throw new Unmapped(`\`${name.slice(0, 60)}\` comes later`);
    return target;
  }

  /** Converts a condition that a node reads on arrival, or with `includesAnswer` after its answer. */
  at<T>(node: GraphNode, convert: () => T, includesAnswer = false): T {
    if (this.indexes.size !== this.form.nodes.length)
      this.indexes = new Map(this.form.nodes.map((it, index) => [it, index]));
    const before = this.readableNodes;
    this.readableNodes = (this.indexes.get(node) ?? 0) + (includesAnswer ? 1 : 0);
    try {
      return convert();
    } finally {
      this.readableNodes = before;
    }
  }

  /** Adds a calculation to the form, of an item or for a condition. Returns its target. */
  calculate(item: Item | null, wish: string, title: string, value: unknown, decimals?: number): Target {
    if (this.form.calculations.length >= calculationLimit)
      throw new Unmapped(`a form can have ${calculationLimit} calculations`);
    const key = this.form.calculate(item, wish, { title, value, ...(decimals !== undefined && { decimals }) });
    const left: Operand = { type: "calculation", key };
    const toOurs = (theirs: string | number | boolean) =>
      typeof theirs === "boolean" ? null : (number(theirs) ?? null);
    return { node: null, left, family: "num", toOurs, values: [], isOpen: false };
  }

  private make(name: string): void {
    const make = this.awaited.get(name);
    if (!make) return;
    // a calculation that reads itself doesn't find itself
    this.awaited.delete(name);
    const before = this.readableNodes;
    this.readableNodes = Number.POSITIVE_INFINITY;
    make();
    this.readableNodes = before;
  }
}
