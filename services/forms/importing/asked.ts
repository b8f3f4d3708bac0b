import { convertDefinitions } from "./expressions/evaluate.ts";
import { type Related, relate, require, type Written } from "./expressions/guards.ts";
import type { Scope } from "./expressions/scope.ts";
import type { Item } from "./importedForm.ts";
import { insertAnswers, insertInPages, type Recalls } from "./recalls.ts";

/** A question whose conditions, rules and texts are converted when all questions are known. */
export interface Asked extends Related {
  item: Item;
  /** rules for its answer, with their messages */
  rules: readonly { written: Written; message: string }[];
}

/** Converts the conditions, rules and texts of questions, and the calculations that nothing has read. */
export function convertAsked(asked: readonly Asked[], scope: Scope, recalls: Recalls): void {
  for (const one of asked) {
    if (!relate(one, scope)) continue;
    const { item, node } = one;
    for (const { written, message } of one.rules) require(item, node, written, message, scope);
    insertAnswers(one, scope, recalls);
  }
  insertInPages(scope.form, scope, recalls);
  convertDefinitions(scope);
}
