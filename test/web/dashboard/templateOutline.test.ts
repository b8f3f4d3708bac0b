import { outlineOf } from "../../../services/web/dashboard/templates/outline.ts";
import { sampleForm } from "../../support/sampleForms.ts";

/** Previews of templates. */
const outline = (name: string) => outlineOf(sampleForm(name).graph as Parameters<typeof outlineOf>[0]);
const questionsOf = (name: string) => outline(name).groups.flatMap(({ questions }) => questions);
const questionOf = (name: string, id: string) => questionsOf(name).find((question) => question.id === id);

test("lists questions in order under their pages, without screens", () => {
  const { groups, pageCount, ends } = outline("event-registration");
  expect(groups.map(({ title, questions }) => [title, questions.length])).toEqual([
    ["Your details", 5],
    ["Your program", 10],
    ["Travel and stay", 8],
  ]);
  expect(pageCount).toBe(3);
  expect(ends).toEqual(["See you there, @full_name", "You’re registered, @full_name"]);
});

test("marks questions as optional, and as follow-ups by show_if or by rules", () => {
  expect(questionOf("event-registration", "phone")).toMatchObject({ isOptional: true, isFollowUp: false });
  expect(questionOf("event-registration", "hotel")).toMatchObject({ isOptional: false, isFollowUp: true });
  expect(questionsOf("nps").map(({ id, isFollowUp }) => [id, isFollowUp])).toEqual([
    ["recommend", false],
    ["why_detractor", true],
    ["why_passive", true],
    ["why_promoter", true],
    ["quote", true],
  ]);
  expect(questionsOf("gad-7").filter(({ isFollowUp }) => isFollowUp)).toEqual([]);
});

test("shows the answers of choices, scales, yes or no and matrices", () => {
  expect(questionOf("quiz", "australia")?.answers).toEqual(["True", "False"]);
  expect(questionOf("quiz", "river")?.answers).toEqual(["Danube", "Rhine", "Elbe", "Po"]);
  expect(questionOf("product-feedback", "recommend")?.answers).toEqual(["0–10, Not at all likely – Extremely likely"]);
  expect(questionOf("event-feedback", "venue")?.answers).toEqual(["Location", "Rooms", "Food and drinks"]);
  expect(questionOf("event-registration", "full_name")?.answers).toEqual([]);
});

test("names scores with bands, and estimates minutes as the forms say", () => {
  expect(outline("dass-21")).toMatchObject({ scores: ["Depression", "Anxiety", "Stress"], isScored: true, minutes: 4 });
  expect(outline("event-registration")).toMatchObject({ scores: [], isScored: false, minutes: 3 });
  expect(outline("gad-7").minutes).toBe(2);
});
