import { insightsQuery } from "../../services/web/dashboard/api/queries/insights.ts";
import { nameOfNode } from "../../services/web/dashboard/builder/types/names.ts";
import { recallNames, titleText } from "../../services/web/ui/titleText.ts";
import type { Insights } from "../../shared/api/shapes/insights.ts";

const title = " You gave us {{answer:recommend}} of {{hidden:most}}. Why {{this}}? ";
const read = "You gave us @recommend of @most. Why {{this}}?";

test("replaces recalls in a title with the names of their questions", () => {
  expect(nameOfNode({ id: "why", question_type: "long_text", data: { title } })).toBe(read);
  const insights = { funnel: [{ title }], questions: [{ title }] } as unknown as Insights;
  const { select } = insightsQuery("nps", {});
  expect(select?.(insights)).toMatchObject({ funnel: [{ title: read }], questions: [{ title: read }] });
});

test("names an inserted answer by its question without the mark at its end", () => {
  const nameOf = recallNames((id) => ({ name: "What is your name?", mark: "?" })[id]);
  expect(titleText("Is {{answer:name}} right? {{answer:mark}}", nameOf)).toBe("Is @What is your name right? @?");
});
