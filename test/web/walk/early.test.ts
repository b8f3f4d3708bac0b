import { earlyRespondent } from "../../../services/web/respondent/walk/early.ts";
import { firstState } from "../../../services/web/respondent/walk/view.ts";
import { chain, node } from "../../support/sampleGraphs.ts";
import { aForm, answersAt } from "./filling.ts";

/** The first question before the code of sessions is there. */
const nothing = () => ({ getItem: () => null });

const early = (graph: object, search = "", stored: Parameters<typeof earlyRespondent>[3] = nothing) => {
  const { service, device } = aForm(graph);
  const respondent = earlyRespondent("slug", service.form(), search, stored);
  return { service, device, form: service.form(), respondent };
};

const twoQuestions = chain(node("name", "short_text"), node("age", "number"));

test.each([
  ["a question", twoQuestions],
  ["a welcome screen", chain(node("hello", "welcome_screen"), node("name", "short_text"))],
  ["the only question", chain(node("name", "short_text"))],
])("shows %s as the gateway sent it", (_, graph) => {
  const { form, respondent } = early(graph);
  expect(respondent?.state()).toEqual({ ...firstState(form), sessionId: null });
});

test("passes on what was entered and answered, and shows the session from then on", async () => {
  const { service, device, respondent } = early(twoQuestions);
  const states: unknown[] = [];
  respondent?.subscribe(() => states.push(respondent.state().value));
  respondent?.enter("name", "Ad");
  respondent?.enter("age", 3);
  respondent?.enter("name", "Ada");
  respondent?.answer("name");
  respondent?.enter("name", "Adam");
  expect(respondent?.state()).toMatchObject({ value: "Ada", isWaiting: true, node: { id: "name" } });
  expect(states).toEqual(["Ad", "Ada", "Ada"]);
  const tab = device.open();
  respondent?.become(tab.respondent);
  await device.pass();
  expect(respondent?.state()).toMatchObject({ node: { id: "age" }, isWaiting: false });
  respondent?.enter("age", 36);
  respondent?.answer("age");
  await device.pass();
  expect(respondent?.state()).toMatchObject({ screen: "end", phase: "completed" });
  expect(answersAt(service)).toEqual([
    [
      ["name", "Ada"],
      ["age", 36],
    ],
  ]);
});

test("leaves a page to the code of sessions that shows something else than the gateway sent", () => {
  const shuffled = chain(
    node("color", "multiple_choice", { shuffle: "all", options: [{ label: "Red", value: "red" }] }),
    node("age", "number"),
  );
  const filled = chain(node("name", "short_text", { default: "Ada" }), node("age", "number"));
  expect(early(shuffled).respondent).toBeNull();
  expect(early(filled).respondent).toBeNull();
  expect(early(twoQuestions, "", () => ({ getItem: () => "{}" })).respondent).toBeNull();
  const { form } = early(twoQuestions);
  expect(earlyRespondent("slug", { ...form, is_open: false }, "", nothing)).toBeNull();
  expect(earlyRespondent("slug", null, "", nothing)).toBeNull();
});

test("works where storage is blocked", () => {
  const blocked = () => {
    throw new Error("blocked");
  };
  expect(early(twoQuestions, "", blocked).respondent).not.toBeNull();
});
