import type { GraphNode } from "../../../shared/domain/graph/types.ts";
import { insertionOf, shownCases } from "./expressions/evaluate.ts";
import { attempt } from "./expressions/guards.ts";
import type { Scope } from "./expressions/scope.ts";
import { type Case, constant } from "./expressions/values.ts";
import type { ImportedForm, Item } from "./importedForm.ts";
import { splitScreen } from "./screens.ts";
import { fitted } from "./wording.ts";

/** How the texts of a document insert answers. */
export interface Recalls {
  /** with the name of an answer as its first group */
  pattern: RegExp;
  /** Whether a match is a text of its own if nothing has its name. */
  isOptional: boolean;
}

/** Replaces what inserts an answer in the texts of a node. */
export function insertAnswers(
  { item, node }: { item: Item; node: GraphNode },
  scope: Scope,
  { pattern, isOptional }: Recalls,
): void {
  const insert = (text: string) =>
    text.replace(pattern, (whole, name: string) => {
      if (isOptional && !scope.has(name)) return whole;
      const inserted = attempt(
        () => insertionOf(name, scope),
        ({ message, cause }) =>
          item.changed("recall", `“${whole}” is left out of its texts: ${message}.`, undefined, null, cause),
      );
      return inserted ?? "…";
    });
  for (const key of ["title", "description"] as const) {
    const text = node.data[key];
    if (text === undefined) continue;
    const isSplit = !isOptional && splitScreen({ item, node, key }, () => partsOf(text, pattern, scope), scope);
    if (!isSplit) node.data[key] = insert(text);
  }
}

/** Returns the values of the parts of a text. Every second one is a name. */
const partsOf = (text: string, pattern: RegExp, scope: Scope): Case[][] =>
  text.split(pattern).map((part, at) => (at % 2 === 0 ? constant(part) : shownCases(part, scope)));

/** Replaces what inserts an answer in the titles of pages. */
export function insertInPages(form: ImportedForm, scope: Scope, { pattern, isOptional }: Recalls): void {
  for (const page of form.pages)
    page.title = page.title?.replace(pattern, (whole, name: string) => {
      if (isOptional && !scope.has(name)) return whole;
      const note = () =>
        form.note(
          "changed",
          "recall",
          `page “${fitted(page.title ?? "", 100)}”`,
          `“${whole}” is left out of the page's title.`,
        );
      return attempt(() => insertionOf(name, scope), note) ?? "…";
    });
}
