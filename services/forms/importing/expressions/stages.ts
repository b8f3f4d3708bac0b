import type { Item } from "../importedForm.ts";
import type { Scope } from "./scope.ts";
import { fail, type Term, valueTerm } from "./terms.ts";

/** A value that logic changes on the way through a form. */
export interface Variable {
  name: string;
  isNumber: boolean;
  initial: string | number;
  item: Item;
}

/** A variable with more would take too many nested terms. */
const changeLimit = 100;

/** Defines the value that a variable has after some changes, as a calculation with the name `key`. */
export function defineStage<Change>(
  scope: Scope,
  key: string,
  { name, item, initial }: Variable,
  changes: readonly Change[],
  changed: (before: Term, change: Change) => Term,
): void {
  scope.define(key, {
    item,
    name,
    title: name.slice(0, 500),
    source: name,
    decimals: 6,
    parse() {
      if (changes.length > changeLimit) return fail(`logic changes it more than ${changeLimit} times`);
      return changes.reduce<Term>(changed, valueTerm(initial));
    },
  });
}
