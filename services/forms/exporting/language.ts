import type { Day } from "../../../shared/domain/graph/calculations/expression.ts";
import type { Computing, Num } from "./computing.ts";
import { alsoAsked, type Form, type Placed } from "./form.ts";
import { bounded, type Formula, type Leaf } from "./formula.ts";
import { Unsayable } from "./losses.ts";
import { Numbers } from "./numbers.ts";

/** characters of an expression that an import reads */
const lengthLimit = 9_000;

/** Calculations and conditions in the expressions of a format. */
export abstract class Language implements Computing {
  abstract readonly empty: string;
  readonly numbers: Numbers;
  protected readonly form: Form;
  /** how formulas that are said once are read */
  private readonly said = new Map<string, string>();
  private rules = 0;

  constructor(form: Form) {
    this.form = form;
    this.numbers = new Numbers(form, this);
  }

  /** Writes a condition. Parts that are too deep or too long get a name. */
  print(given: Formula): string {
    const text = this.written(bounded(this.form.folded(given), (part) => this.hoisted(part)));
    if (text.length > lengthLimit) throw new Unsayable("its condition is too long.");
    return text;
  }

  /** Returns the conditions under which a node is asked, as one. Null without any. */
  asked(placed: Placed): string | null {
    const { losses } = this.form;
    const { id } = placed.node;
    const parts = this.form
      .asked(placed)
      .flatMap((formula) => losses.attempt(id, alsoAsked, () => this.print(formula)) ?? []);
    if (parts.length < 2) return parts[0] ?? null;
    return parts.map((part) => `(${part})`).join(" and ");
  }

  /** Says all calculations, points and the score, and notes those that can't be said. */
  sayNumbers(): void {
    const { losses, outline, nodes, order } = this.form;
    for (const { source } of outline.calculations.values())
      losses.attempt(null, `The calculation \`${source.key}\` is left out`, () =>
        this.numbers.calculation(source.key, order.nodes.length),
      );
    const scored = nodes.filter(({ question }) => question.is_scored);
    for (const { node } of scored)
      losses.attempt(node.id, "Its points are left out", () => this.numbers.points(node.id));
    const isSaid = scored.every(({ node }) => this.numbers.hasPoints(node.id));
    if (scored.length > 0 && isSaid) this.numbers.score(order.nodes.length);
  }

  protected written(formula: Formula): string {
    if (typeof formula === "boolean") return this.truth(formula);
    if ("all" in formula) return this.joined("and", formula.all);
    if ("any" in formula) return this.joined("or", formula.any);
    if ("not" in formula) return this.negated(this.written(formula.not));
    if ("named" in formula) return this.named(formula.named);
    return "raw" in formula ? formula.raw : this.leaf(formula.leaf);
  }

  private joined(word: "and" | "or", parts: readonly Formula[]): string {
    const texts = parts.map((part) => {
      const text = this.written(part);
      return / (?:and|or) /.test(text) ? `(${text})` : text;
    });
    return texts.join(` ${word} `);
  }

  private hoisted(part: Formula): Formula {
    const key = JSON.stringify(part);
    const known = this.said.get(key);
    if (known !== undefined) return { raw: known };
    this.rules += 1;
    const text = this.defineTruth(`rule_${this.rules}`, this.written(part));
    this.said.set(key, text);
    return { raw: text };
  }

  private named(name: string): string {
    const known = this.said.get(name);
    if (known !== undefined) return known;
    const formula = this.form.reach.named.get(name);
    if (formula === undefined) throw new Unsayable("it depends on too many rules.");
    const text = this.defineTruth(name, this.print(formula));
    this.said.set(name, text);
    return text;
  }

  choose(condition: string, then: string, otherwise: string): string {
    return `${this.ifName}(${condition}, ${then}, ${otherwise})`;
  }

  protected abstract readonly ifName: string;
  protected abstract truth(value: boolean): string;
  protected abstract negated(text: string): string;
  protected abstract leaf(leaf: Leaf): string;
  /** Adds a value of true or false that others read, and returns the condition that reads it. */
  protected abstract defineTruth(name: string, condition: string): string;
  abstract define(name: string, value: string): string;
  abstract answer(nodeId: string): string;
  abstract selected(nodeId: string): string;
  abstract sumOfRows(nodeId: string, field: string): string;
  abstract binary(op: "+" | "-" | "*" | "/" | "%", left: string, right: string): string;
  abstract single(op: "floor" | "ceil" | "abs", value: string): string;
  abstract round(value: string, digits: number): string;
  abstract extreme(op: "min" | "max", values: readonly Num[], valued: (value: Num) => string): string;
  abstract days(unit: "days" | "months" | "years", from: string, to: string): string;
  abstract day(day: Day): string;
}

/** Whether a text is the same in upper and lower case. */
export const hasCase = (text: string): boolean => text.toLowerCase() !== text.toUpperCase();

/** Operators of comparisons, the same in all three languages. */
export const signs: Readonly<Record<string, string>> = {
  eq: "=",
  neq: "!=",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
  before: "<",
  after: ">",
  on_or_before: "<=",
  on_or_after: ">=",
};
