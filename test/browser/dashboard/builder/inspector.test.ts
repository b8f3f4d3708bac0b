import { createForm, expecting, type Owner, owner, saveDraft } from "../../../support/api.ts";
import { chain, node } from "../../../support/sampleGraphs.ts";
import { accessibilityProblems } from "../../support/browser.ts";
import { openBuilder, row } from "./opened.ts";

/** Problems in the inspector, with a real worker. test/components/inspector.test.ts has the rest. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

test("says that there are more problems than it lists", async () => {
  const slug = await createForm(me, { title: "Many" });
  const untitled = Array.from({ length: 101 }, (_, at) => ({ ...node(`q${at}`, "short_text"), data: { config: {} } }));
  await expecting(200, saveDraft(me, slug, chain(...(untitled as never[]))));
  const { page } = await openBuilder(me, slug);
  await page.getByRole("button", { name: "100 or more errors" }).click();
  await page.getByText("Showing the first 100 problems. Fix some to see the others.").waitFor();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByText("Fix 100 or more errors to publish.").waitFor();
});

test("closes the list of problems with the last one, and keeps it closed", async () => {
  const slug = await createForm(me, { title: "Solved" });
  const form = chain(node("a", "short_text"));
  const edges = [...form.edges, { id: "lost", from: "gone", to: "a", condition: null }];
  await expecting(200, saveDraft(me, slug, { ...form, edges } as never));
  const { page } = await openBuilder(me, slug);
  await page.getByRole("button", { name: "1 error" }).click();
  const problems = page.getByRole("dialog", { name: "Problems" });
  await problems.getByRole("button", { name: /^Remove rule/ }).click();
  await problems.waitFor({ state: "hidden" });
  await row(page, /About a/).click();
  await page.getByRole("textbox", { name: "Title" }).fill("");
  await page.getByRole("button", { name: "1 error" }).waitFor();
  expect(await problems.count()).toBe(0);
});

test("shows a problem at its field, also in an option’s further settings and in a list", async () => {
  const slug = await createForm(me, { title: "Settings" });
  const options = ["a", "b"].map((value) => ({ value, label: value }));
  const domains = { allowed_domains: ["example.com"] };
  const form = chain(node("pick", "multiple_choice", { options }), node("mail", "email", domains));
  await expecting(200, saveDraft(me, slug, form));
  const { page } = await openBuilder(me, slug);
  await row(page, /About pick/).click();
  await page.getByRole("button", { name: "More for b" }).click();
  const picture = page.getByRole("textbox", { name: "Image", exact: true });
  await picture.fill("not an address");
  await page.getByRole("textbox", { name: "Image", description: /must be an https URL/ }).waitFor();
  expect(await picture.getAttribute("aria-invalid")).toBe("true");
  expect(await accessibilityProblems(page)).toEqual([]);
  await picture.fill("");
  await page.getByText("No problems", { exact: true }).waitFor();
  // its field stays open
  expect(await picture.isVisible()).toBe(true);
  await row(page, /About mail/).click();
  await page.getByRole("tab", { name: "Advanced" }).click();
  await page.getByRole("textbox", { name: "Allowed domains" }).fill("example.com\nno domain");
  await page.getByText("Line 2: must be a domain name such as example.com").waitFor();
});
