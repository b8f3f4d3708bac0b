import type { GraphNode } from "../../../shared/domain/graph/types.ts";
import { convertDefinitions } from "./expressions/evaluate.ts";
import { guard, leaveOut, noteImpossible, require, type Written } from "./expressions/guards.ts";
import type { Scope } from "./expressions/scope.ts";
import { constant } from "./expressions/values.ts";
import type { Item } from "./importedForm.ts";
import { insertAnswers, insertInPages, type Recalls } from "./recalls.ts";

/** A question whose conditions, rules and texts are converted when all questions are known. */
export interface Asked {
  item: Item;
  /** other parts of the document that the node stands for, such as rows of a matrix */
  others?: readonly Item[];
  node: GraphNode;
  /** Names that expressions have for it. They are empty if no one can see the question. */
  names: readonly string[];
  /** all of which must hold for it to be asked */
  shown: readonly Written[];
  /** rules for its answer, with their messages */
  rules: readonly { written: Written; message: string }[];
}

/** Converts the conditions, rules and texts of questions, and the calculations that nothing has read. */
export function convertAsked(asked: readonly Asked[], scope: Scope, recalls: Recalls): void {
  for (const one of asked) {
    const { item, node } = one;
    const impossible = guard(item, node, one.shown, scope);
    if (impossible) {
      leaveOut(scope.form, item, node, impossible);
      for (const other of one.others ?? []) noteImpossible(other, impossible, false);
      for (const name of one.names) scope.replace(name, constant(""));
      continue;
    }
    for (const { written, message } of one.rules) require(item, node, written, message, scope);
    insertAnswers(one, scope, recalls);
  }
  insertInPages(scope.form, scope, recalls);
  convertDefinitions(scope);
}
