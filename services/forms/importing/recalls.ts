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

/** Replaces what inserts an answer in the texts of a node, and in their translations. */
export function insertAnswers(
  { item, node }: { item: Item; node: GraphNode },
  scope: Scope,
  { pattern, isOptional }: Recalls,
): void {
  const insert = (whole: string, name: string): string => {
    if (isOptional && !scope.has(name)) return whole;
    const inserted = attempt(
      () => insertionOf(name, scope),
      ({ message, cause }) =>
        item.changed("recall", `“${whole}” is left out of its texts: ${message}.`, undefined, null, cause),
    );
    return inserted ?? "…";
  };
  for (const key of ["title", "description"] as const) {
    const text = node.data[key];
    if (text === undefined) continue;
    const isSplit = !isOptional && splitScreen({ item, node, key }, () => partsOf(text, pattern, scope), scope);
    if (!isSplit) node.data[key] = insertIn(scope.form, node.id, text, pattern, insert);
  }
}

/** Returns a text of a place with what `insert` makes of the names in it. Translations get the same, unless they name anything else. */
export function insertIn(
  { translations }: ImportedForm,
  place: string,
  text: string,
  pattern: RegExp,
  insert: (whole: string, name: string) => string,
): string {
  const inserted = new Map<string, string>();
  const shown = text.replace(pattern, (whole, name: string) => {
    const value = insert(whole, name);
    inserted.set(name, value);
    return value;
  });
  if (inserted.size > 0)
    translations.insert(place, text, shown, (translation) => {
      const isKnown = [...translation.matchAll(pattern)].every(([, name = ""]) => inserted.has(name));
      return isKnown ? translation.replace(pattern, (whole, name: string) => inserted.get(name) ?? whole) : null;
    });
  return shown;
}

/** Returns the values of the parts of a text. Every second one is a name. */
const partsOf = (text: string, pattern: RegExp, scope: Scope): Case[][] =>
  text.split(pattern).map((part, at) => (at % 2 === 0 ? constant(part) : shownCases(part, scope)));

/** Replaces what inserts an answer in the titles of pages, and in their translations. */
export function insertInPages(form: ImportedForm, scope: Scope, { pattern, isOptional }: Recalls): void {
  for (const page of form.pages) {
    const { title } = page;
    if (title === undefined) continue;
    const note = (whole: string) =>
      form.note("changed", "recall", `page “${fitted(title, 100)}”`, `“${whole}” is left out of the page's title.`);
    page.title = insertIn(form, `page.${page.id}`, title, pattern, (whole, name) => {
      if (isOptional && !scope.has(name)) return whole;
      return (
        attempt(
          () => insertionOf(name, scope),
          () => note(whole),
        ) ?? "…"
      );
    });
  }
}
