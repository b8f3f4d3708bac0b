import type { Scope } from "./scope.ts";
import type { Target } from "./targets.ts";
import { type Term, Unmapped } from "./terms.ts";
import type { TruthValue } from "./truths.ts";
import type { Case, Value } from "./values.ts";

/** Conversion of inner terms. */
export interface Machine {
  scope: Scope;
  cases(term: Term): Case[];
  truth(term: Term): TruthValue;
  number(term: Term): unknown;
}

export type Operation = (args: readonly Term[], machine: Machine) => Case[];

export function one(args: readonly Term[]): Term {
  const [first] = args;
  if (!first) throw new Unmapped("it lacks a part");
  return first;
}

export function two(args: readonly Term[]): [Term, Term] {
  const [first, second] = args;
  if (!first || !second) throw new Unmapped("it lacks a part");
  return [first, second];
}

export function scalarOf(value: Value): string | number | boolean {
  if (value.kind !== "constant") throw new Unmapped("it compares with something other than a value");
  return value.value;
}

/** Returns the value of a term that has only one. */
export function fixed(term: Term, machine: Machine): string | number | boolean {
  const [first, ...others] = machine.cases(term);
  if (!first || others.length > 0) throw new Unmapped("it needs a fixed value");
  return scalarOf(first.value);
}

export function target(term: Term, { cases: found }: Machine): Target {
  const [first, ...others] = found(term);
  if (first?.value.kind !== "target" || others.length > 0) throw new Unmapped("it doesn't name a question");
  return first.value.target;
}
