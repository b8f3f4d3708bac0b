import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { conditionOf } from "../expressions/evaluate.ts";
import { Unmapped } from "../expressions/terms.ts";
import type { Truth } from "../expressions/truth.ts";
import { type ImportedForm, type Item, placed } from "../importedForm.ts";
import { type Raw, records, text } from "../values.ts";
import { fitted } from "../wording.ts";
import { parseExpression } from "./expressions.ts";
import type { Survey } from "./survey.ts";

/** Converts triggers that end the survey to edges. The others change answers or pages, which has no counterpart. */
export function addTriggers(survey: Survey, document: Raw): void {
  for (const [index, trigger] of records(document.triggers).entries()) {
    const item = survey.form.item(placed(`triggers[${index}]`, text(trigger.setToName)));
    const type = text(trigger.type).replace(/trigger$/, "");
    if (type === "complete" && text(trigger.expression) !== "") addEnd(survey, item, text(trigger.expression));
    else item.lost("trigger", `The trigger \`${type.slice(0, 60)}\` isn't supported.`);
  }
}

function addEnd({ form, scope }: Survey, item: Item, source: string): void {
  const leaves = lastNodes(form);
  let problem = new Unmapped("the survey has no questions");
  for (const node of leaves) {
    try {
      const condition = scope.at(node, () => conditionOf(parseExpression(source), scope), true);
      if (condition === false) item.changed("never_asked", "Its condition can never be true, so it was left out.");
      else if (node !== leaves.at(-1)) jump(form, item, node, condition);
      return;
    } catch (error) {
      if (!(error instanceof Unmapped)) throw error;
      problem = error;
    }
  }
  const message = `Couldn't convert \`${fitted(source, 200)}\`: ${problem.message}. It doesn't end the survey.`;
  item.lost("trigger", fitted(message), undefined, problem.reason, problem.cause);
}

/** Adds the edge after the first page that has asked what the condition reads. */
function jump(form: ImportedForm, item: Item, from: GraphNode, condition: Truth): void {
  let end = form.nodes.find(isEnd);
  if (!end) {
    end = { id: form.freeId("end"), question_type: "end_screen", data: { config: {} } };
    form.nodes.push(end);
  }
  form.jumps.push({ from: from.id, to: end.id, condition: condition === true ? null : condition });
  if (form.nodes.filter(isEnd).length > 1)
    item.changed("trigger", "It leads to the first end screen. Conditions of the other end screens don't count.");
}

const isEnd = ({ question_type }: GraphNode): boolean => question_type === "end_screen";

/** Returns the last node of each page, in their order. A node without a page is alone. */
function lastNodes({ nodes, pages }: ImportedForm): GraphNode[] {
  const known = new Set(nodes.map(({ id }) => id));
  const others = new Set(pages.flatMap(({ node_ids }) => node_ids.filter((id) => known.has(id)).slice(0, -1)));
  return nodes.filter((node) => !isEnd(node) && !others.has(node.id));
}
