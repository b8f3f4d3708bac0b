import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { insertionOf } from "../expressions/evaluate.ts";
import { attempt } from "../expressions/guards.ts";
import { type Item, placed } from "../importedForm.ts";
import { insertIn } from "../recalls.ts";
import type { Survey } from "./survey.ts";

/** Replaces names such as `{q1}` in the texts of a node by the answers of earlier questions. */
export function insertAnswers(survey: Survey, item: Item | null, node: GraphNode): void {
  insertInTexts(survey, node.id, node.data, node, (message, cause) =>
    item
      ? item.lostPart("insertion", message, undefined, cause)
      : survey.form.note("lost", "insertion", node.id, message),
  );
}

/** Replaces names in the texts of pages by answers from before the page. */
export function insertInPages(survey: Survey): void {
  const { form } = survey;
  for (const page of form.pages) {
    const first = form.nodes.find(({ id }) => page.node_ids.includes(id));
    if (first)
      insertInTexts(survey, `page.${page.id}`, page, first, (message) =>
        form.note("lost", "insertion", placed("page", page.title ?? ""), message),
      );
  }
}

const braces = /\{([^{}]{1,100})\}/g;

function insertInTexts(
  { form, scope }: Survey,
  place: string,
  texts: { title?: string; description?: string },
  node: GraphNode,
  note: (message: string, cause: string) => void,
): void {
  for (const key of ["title", "description"] as const) {
    const given = texts[key];
    if (!given?.includes("{")) continue;
    texts[key] = insertIn(form, place, given, braces, (found, name) => {
      const inserted = attempt(
        () => scope.at(node, () => insertionOf(name.trim(), scope)),
        ({ message, cause }) => note(`\`${found}\` can't be inserted: ${message}. The text shows it as it is.`, cause),
      );
      return inserted ?? found;
    });
  }
}
