import { createForm, expecting, type Owner, owner, saveDraft } from "../../../support/api.ts";
import { chain, node } from "../../../support/sampleGraphs.ts";
import { accessibilityProblems } from "../../support/browser.ts";
import { openBuilder, row, saved } from "./opened.ts";

/** The builder's forms: of the form itself and of what is chosen in it. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

test("hidden fields: a new name is followed, a wrong one is said, and what is left without one too", async () => {
  const slug = await createForm(me, { title: "Links" });
  const form = { ...chain(node("a", "short_text")), hidden_fields: ["plan"] };
  form.edges.unshift({
    from: "a",
    to: "end",
    condition: { left: { type: "hidden", key: "plan" }, op: "eq", right: "x" },
  });
  await expecting(200, saveDraft(me, slug, form));
  const { page } = await openBuilder(me, slug);
  const field = page.getByRole("textbox", { name: "Field 1" });
  await field.fill("not a name");
  await page.getByRole("combobox", { name: "Start", exact: true }).focus();
  await page.getByText("Use up to 64 letters, digits, - and _.").waitFor();
  expect(await field.inputValue()).toBe("not a name");
  await field.fill("tier");
  await page.keyboard.press("Enter");
  await page.getByText("If the hidden field tier is x → About end").waitFor();
  await page.getByRole("textbox", { name: "New hidden field" }).fill("tier");
  await page.getByText("A hidden field with this name already exists.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("textbox", { name: "New hidden field" }).fill("");
  await page.getByRole("button", { name: "Remove hidden field tier" }).click();
  await page.getByText("“tier” removed, but 1 rule still uses it. See Problems.").waitFor();
  await page.getByRole("button", { name: /^1 error/ }).waitFor();
  await page.getByRole("button", { name: "Undo", exact: true }).click();
  await field.waitFor();
});

test("a new id is followed, and the focus stays where somebody went; who removes the question is told what still reads it", async () => {
  const slug = await createForm(me, { title: "Names" });
  const form = chain(node("smoke", "yes_no"), node("why", "short_text"));
  const read = { left: { type: "answer", node_id: "smoke" }, op: "eq", right: "yes" };
  form.edges.unshift({ from: "why", to: "end", condition: read } as never);
  (form.nodes[2] as { data: { title: string } }).data.title = "You said {{answer:smoke}}";
  await expecting(200, saveDraft(me, slug, form));
  const { page } = await openBuilder(me, slug);
  await row(page, /About smoke/).click();
  await page.getByRole("textbox", { name: "ID", exact: true }).fill("smokes");
  const description = page.getByRole("textbox", { name: "Description" });
  await description.click();
  await row(page, /You said \[smokes\]/).waitFor();
  await page.keyboard.type("Be honest.");
  expect(await description.inputValue()).toBe("Be honest.");
  await saved(page);
  const { body } = await me.get(`/api/v2/form/${slug}/draft/`);
  expect(body.graph.edges[0].condition.left.node_id).toBe("smokes");
  expect(body.graph.nodes[2].data.title).toBe("You said {{answer:smokes}}");
  await page.getByRole("region", { name: "About smoke" }).getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByText("About smoke deleted, but 1 rule and 1 text still use it. See Problems.").waitFor();
  await page.getByRole("button", { name: /^2 errors/ }).waitFor();
});

test("more problems than are told at once are said to be more", async () => {
  const slug = await createForm(me, { title: "Many" });
  const untitled = Array.from({ length: 101 }, (_, at) => ({ ...node(`q${at}`, "short_text"), data: { config: {} } }));
  await expecting(200, saveDraft(me, slug, chain(...(untitled as never[]))));
  const { page } = await openBuilder(me, slug);
  await page.getByRole("button", { name: "100 or more errors" }).click();
  await page.getByText("These are the first 100 problems. Fix some to see the others.").waitFor();
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("Fix 100 or more problems to publish.").waitFor();
});

test("a value that does not fit is said at its own field, in an option's further settings and in a list too", async () => {
  const slug = await createForm(me, { title: "Settings" });
  const options = ["a", "b"].map((value) => ({ value, label: value }));
  const domains = { allowed_domains: ["example.com"] };
  const form = chain(node("pick", "multiple_choice", { options }), node("mail", "email", domains));
  await expecting(200, saveDraft(me, slug, form));
  const { page } = await openBuilder(me, slug);
  await row(page, /About pick/).click();
  await page.getByText("More", { exact: true }).nth(1).click();
  const picture = page.getByRole("textbox", { name: "Image", exact: true });
  await picture.fill("not an address");
  await page.getByRole("textbox", { name: "Image", description: /must be an https URL/ }).waitFor();
  expect(await picture.getAttribute("aria-invalid")).toBe("true");
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture.fill("");
  await page.getByRole("button", { name: "No problems" }).waitFor();
  // it stays open under the hands of whoever mended it
  expect(await picture.isVisible()).toBe(true);
  await row(page, /About mail/).click();
  await page.getByRole("textbox", { name: "Allowed domains" }).fill("example.com\nno domain");
  await page.getByText("Line 2: must be a domain name such as example.com").waitFor();
});

test("a rule's numbers are shown as they are: typed with a sign, taken away, undone; each part of a group is turned round", async () => {
  const slug = await createForm(me, { title: "Numbers" });
  const form = chain(node("size", "number"), node("why", "short_text"));
  const condition = {
    all: [
      { op: "gte", right: 7 },
      { op: "in", right: [1] },
    ],
  };
  form.edges.unshift({ from: "size", to: "end", condition } as never);
  await expecting(200, saveDraft(me, slug, form));
  const { page } = await openBuilder(me, slug);
  await row(page, /About size/).click();
  const rule = page.getByRole("group", { name: "Rule 1" });
  const value = rule.getByRole("spinbutton", { name: "Value" });
  await value.fill("42");
  await page.getByText("If the answer is at least 42 and").waitFor();
  await page.keyboard.press("Control+z");
  await page.getByText("If the answer is at least 7 and").waitFor();
  expect(await value.inputValue()).toBe("7");
  await value.fill("");
  await page.getByText("If the answer is at least … and").waitFor();
  await value.fill("7");
  const list = rule.getByRole("textbox", { name: "Values" });
  await list.fill("");
  await list.pressSequentially("-2.5\n1.25");
  expect(await list.inputValue()).toBe("-2.5\n1.25");
  await rule.getByRole("checkbox", { name: "Negate" }).nth(1).check();
  await page.getByText("at least 7 and not (the answer is one of -2.5, 1.25)").waitFor();
  await saved(page);
  const { body } = await me.get(`/api/v2/form/${slug}/draft/`);
  expect(body.graph.edges[0].condition).toEqual({
    all: [{ op: "gte", right: 7 }, { not: { op: "in", right: [-2.5, 1.25] } }],
  });
});

test("a condition cannot be made deeper than publishing takes", async () => {
  const slug = await createForm(me, { title: "Deep" });
  const leaf = { op: "eq", right: "yes" };
  const deep = [1, 2, 3, 4, 5].reduce<object>((inner) => ({ all: [inner, leaf] }), leaf);
  const form = chain(node("sure", "yes_no"), node("why", "short_text"));
  form.edges.unshift({ from: "sure", to: "end", condition: deep } as never);
  await expecting(200, saveDraft(me, slug, form));
  const { page } = await openBuilder(me, slug);
  await row(page, /About sure/).click();
  const negations = page.getByRole("checkbox", { name: "Negate" });
  await negations.first().waitFor();
  // five groups, and in the innermost two comparisons, and one in each other
  expect(await negations.count()).toBe(11);
  const areFree = await negations.evaluateAll(
    (all) => all.filter((one) => !(one as { disabled?: boolean }).disabled).length,
  );
  // the comparisons of the four outer groups
  expect(areFree).toBe(4);
});
