import type { GraphNode } from "../../../../shared/domain/graph/types.ts";
import { conditionOf } from "../expressions/evaluate.ts";
import { noteImpossible, readsNames } from "../expressions/guards.ts";
import { Unmapped } from "../expressions/terms.ts";
import { type ImportedForm, type Item, placed } from "../importedForm.ts";
import { type Raw, records, text } from "../values.ts";
import { fitted } from "../wording.ts";
import { parseExpression } from "./expressions.ts";
import type { Survey } from "./survey.ts";

/** Converts triggers that end the survey or skip questions to edges. The others change answers or pages, which has no counterpart. */
export function addTriggers(survey: Survey, document: Raw): void {
  for (const [index, trigger] of records(document.triggers).entries()) {
    const item = survey.form.item(placed(`triggers[${index}]`, text(trigger.setToName)));
    const type = text(trigger.type).replace(/trigger$/, "");
    const source = text(trigger.expression);
    if (type === "complete" && source !== "")
      addJump(survey, item, source, (from) => endAfter(survey.form, item, from));
    else if (type === "skip" && source !== "")
      addJump(survey, item, source, (from) => questionAfter(survey, item, from, text(trigger.gotoName)));
    else item.lost("trigger", `The trigger \`${type.slice(0, 60)}\` isn't supported.`);
  }
}

/** Adds the edge after the first page that has asked what the condition reads. `target` returns null if there is nothing to pass over. */
function addJump(
  { form, scope }: Survey,
  item: Item,
  source: string,
  target: (from: GraphNode) => GraphNode | null,
): void {
  const leaves = lastNodes(form);
  let problem = new Unmapped("the survey has no questions");
  for (const node of leaves) {
    try {
      const term = parseExpression(source);
      const condition = scope.assuming(item, () => scope.at(node, () => conditionOf(term, scope), true));
      if (condition === false) noteImpossible(item, { source, isFixed: !readsNames(term) }, false);
      else {
        const to = target(node);
        if (to) form.jumps.push({ from: node.id, to: to.id, condition: condition === true ? null : condition });
      }
      return;
    } catch (error) {
      if (!(error instanceof Unmapped)) throw error;
      problem = error;
    }
  }
  const message = `Couldn't convert \`${fitted(source, 200)}\`: ${problem.message}. It has no effect.`;
  item.lost("trigger", fitted(message), undefined, problem.reason, problem.cause);
}

/** Returns the end screen. The last question leads there anyway. */
function endAfter(form: ImportedForm, item: Item, from: GraphNode): GraphNode | null {
  if (from === lastNodes(form).at(-1)) return null;
  const ends = form.nodes.filter(isEnd);
  if (ends.length > 1)
    item.changed("trigger", "It leads to the first end screen. Conditions of the other end screens don't count.");
  const end = ends[0] ?? { id: form.freeId("end"), question_type: "end_screen", data: { config: {} } };
  if (ends.length === 0) form.nodes.push(end);
  return end;
}

/** Returns the first node of the question's page, because a page is shown from its first question on. */
function questionAfter({ form, scope }: Survey, item: Item, from: GraphNode, name: string): GraphNode | null {
  const found = scope.has(name) ? scope.find(name)[0]?.value : undefined;
  const wanted = found?.kind === "target" ? found.target.node : null;
  const page = form.pages.find(({ node_ids }) => node_ids.includes(wanted?.id ?? ""));
  const first = form.nodes.find(({ id }) => (page ? page.node_ids.includes(id) : id === wanted?.id));
  if (!first || form.nodes.indexOf(first) <= form.nodes.indexOf(from)) {
    item.lost("trigger", fitted(`It has no effect, because “${fitted(name, 60)}” isn't on a later page.`));
    return null;
  }
  if (first !== wanted)
    item.changed("trigger", fitted(`It leads to the first question of the page of “${fitted(name, 60)}”.`));
  return first;
}

const isEnd = ({ question_type }: GraphNode): boolean => question_type === "end_screen";

/** Returns the last node of each page, in their order. A node without a page is alone. */
function lastNodes({ nodes, pages }: ImportedForm): GraphNode[] {
  const known = new Set(nodes.map(({ id }) => id));
  const others = new Set(pages.flatMap(({ node_ids }) => node_ids.filter((id) => known.has(id)).slice(0, -1)));
  return nodes.filter((node) => !isEnd(node) && !others.has(node.id));
}
