import { createForm, expecting, type Owner, owner, saveDraft } from "../../../support/api.ts";
import { chain, node } from "../../../support/sampleGraphs.ts";
import { accessibilityProblems } from "../../support/browser.ts";
import { openBuilder, saved } from "./opened.ts";

/** The Scores panel. test/web/builder/scores.test.ts and scoreForms.test.ts have its logic. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const options = ["never", "often"].map((value) => ({ value, label: value }));
const scoring = { mode: "options", points: { never: 0, often: 3 } };
const items = ["s1", "s2", "a1", "a2", "d1", "d2"];
const questionnaire = () =>
  chain(...items.map((id) => node(id, "multiple_choice", { options, scoring }, true)), node("age", "number"));

test("builds three scores with bands, and shows their results and end screen in the preview", async () => {
  const slug = await createForm(me, { title: "DASS" });
  await expecting(200, saveDraft(me, slug, questionnaire()));
  const { page } = await openBuilder(me, slug);
  await page.getByRole("toolbar", { name: "Edit" }).getByRole("button", { name: "Scores" }).click();
  const panel = page.getByRole("region", { name: "Scores", exact: true });
  const number = (name: string) => panel.getByRole("spinbutton", { name, exact: true });
  for (const [name, letter] of Object.entries({ Stress: "s", Anxiety: "a", Depression: "d" })) {
    await panel.getByRole("button", { name: "New score" }).click();
    // the focus is in its name
    await page.keyboard.type(name);
    for (const at of [1, 2]) await panel.getByRole("checkbox", { name: `About ${letter}${at}` }).check();
    await number("Minimum answered").fill("2");
    await number("Multiply by").fill("2");
    for (const [label, to] of Object.entries({ Normal: 5, Raised: 12 })) {
      await panel.getByRole("button", { name: "Add band" }).click();
      const band = panel.getByRole("group", { name: label === "Normal" ? "Band 1" : "Band 2" });
      await band.getByRole("spinbutton", { name: "To" }).fill(String(to));
      await band.getByRole("textbox", { name: "Label" }).fill(label);
    }
    await panel.getByRole("checkbox", { name: "About end" }).check();
  }
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByText("No problems", { exact: true }).waitFor();
  await saved(page);
  const { graph } = (await me.get(`/api/v2/form/${slug}/draft/`)).body;
  const sum = { sum: [{ points: "a1" }, { points: "a2" }], at_least: 2 };
  const bands = [
    { key: "normal", from: 0, to: 5, label: "Normal" },
    { key: "raised", from: 6, to: 12, label: "Raised" },
  ];
  expect(graph.calculations).toHaveLength(3);
  expect(graph.calculations[1]).toEqual({
    key: "anxiety",
    title: "Anxiety",
    decimals: 0,
    value: { multiply: [sum, 2] },
    bands,
  });
  expect(graph.nodes.at(-1).data.config.show_calculations).toEqual(["stress", "anxiety", "depression"]);

  await panel.getByRole("button", { name: "Open preview" }).click();
  const frame = page.frameLocator("iframe[title='Form preview']");
  for (const id of items) {
    const question = frame.getByRole("radiogroup", { name: `About ${id}` });
    await question.getByRole("radio", { name: id.startsWith("s") ? "often" : "never" }).click();
    if (id === "d1") await panel.getByText("“About d2” isn’t answered.").waitFor();
  }
  await panel.getByRole("button", { name: /Stress.*12 · Raised/s }).waitFor();
  await panel.getByRole("button", { name: /Depression.*0 · Normal/s }).waitFor();
  await frame.getByRole("button", { name: "Continue" }).click();
  await frame.getByText("Raised").waitFor();
  expect(await frame.locator("dl").textContent()).toMatch(/Stress12RaisedAnxiety0Normal/);
});

test("keeps the questions in place when a score's problem disappears", async () => {
  const slug = await createForm(me);
  await expecting(200, saveDraft(me, slug, questionnaire()));
  const { page } = await openBuilder(me, slug);
  await page.getByRole("toolbar", { name: "Edit" }).getByRole("button", { name: "Scores" }).click();
  const panel = page.getByRole("region", { name: "Scores", exact: true });
  await panel.getByRole("button", { name: "New score" }).click();
  const problem = panel.getByText("Choose at least one question, or write a formula.");
  await problem.waitFor();
  const first = panel.getByRole("checkbox", { name: "About s1" });
  const before = await first.boundingBox();
  await first.check();
  await problem.waitFor({ state: "hidden" });
  expect(await first.boundingBox()).toEqual(before);
});

test("goes from a problem to its score, and edits a formula by its parts", async () => {
  const slug = await createForm(me, { title: "Formula" });
  const calculations = [
    { key: "first", title: "First", value: { sum: [{ points: "s1" }] } },
    { key: "broken", title: "Broken", value: { add: [{ calculation: "gone" }, { answer: "age" }] } },
  ];
  await expecting(200, saveDraft(me, slug, { ...questionnaire(), calculations }));
  const { page } = await openBuilder(me, slug);
  await page.getByRole("button", { name: "1 error" }).click();
  const problems = page.getByRole("dialog", { name: "Problems" });
  await problems.getByText(/doesn’t exist/).waitFor();
  await problems.getByRole("button", { name: /^Fix: Score “Broken”/ }).click();
  const formula = page.getByRole("region", { name: "Formula" });
  await formula.getByText("Broken = “gone” + “About age”").waitFor();
  const part = formula.getByRole("group", { name: "Part 1", exact: true });
  await part.getByRole("combobox", { name: "Score" }).selectOption("First");
  await page.getByText("No problems", { exact: true }).waitFor();
  await part.getByRole("combobox", { name: "Part" }).selectOption("Multiply");
  await formula.getByText("Broken = (“First” × 1) + “About age”").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await formula.getByRole("button", { name: "Edit as JSON" }).click();
  const json = formula.getByRole("textbox", { name: "Formula as JSON" });
  await json.fill('{"round": [{"answer": "age"}, 0]}');
  await json.blur();
  await formula.getByText("Broken = “About age” rounded").waitFor();
  await page.keyboard.press("Control+z");
  await formula.getByText("Broken = (“First” × 1) + “About age”").waitFor();
});
