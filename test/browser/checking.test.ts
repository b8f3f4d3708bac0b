import type { Locator, Page } from "playwright-core";
import { expecting, type Owner, owner, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { type Product, startProduct } from "../support/product.ts";
import { chain, edge, end, graphOf, node } from "../support/sampleGraphs.ts";
import { problemsDayAndNight, visit } from "./support/browser.ts";

/** Respondents check all answers before they are sent (wants §21.2), change them afterwards (features §18.1), and print them. */
let product: Product;
let me: Owner;
beforeAll(async () => {
  product = await startProduct({ way: "one", env: { SIGNUP: "open" } });
  me = await owner(product.url);
});
afterAll(() => product?.stop());

const color = node("color", "multiple_choice", {
  options: [..."abc"].map((value) => ({ value, label: `Color ${value}` })),
});
const newForm = (settings: Record<string, unknown>) =>
  publishForm(
    me,
    graphOf(
      [node("name", "short_text"), color, { ...end(), data: { title: "Thank you", config: { show_answers: true } } }],
      [edge("name", "color"), edge("color", "end")],
    ),
    settings,
  );
const heading = (page: Page, name: string) => page.getByRole("heading", { name }).waitFor();
const button = (page: Page, name: string) => page.getByRole("button", { name });

/** Answers the form up to the list of answers, or its end. */
async function filled(slug: string, ...complaints: RegExp[]): Promise<Page> {
  const { page, expect: expectComplaint } = await visit(`/f/${slug}`, { baseURL: product.url });
  for (const complaint of complaints) expectComplaint(complaint);
  await page.getByRole("textbox", { name: "About name" }).fill("Ada");
  await page.getByRole("textbox", { name: "About name" }).press("Enter");
  await page.getByRole("radio", { name: "Color b" }).click();
  return page;
}

/** Whether the bar of these buttons shows its edge. */
const hasEdge = (button: Locator) =>
  button.evaluate((it) => getComputedStyle(it.closest(".page-actions") as Element, "::after").opacity === "1");

const stored = async (slug: string) => {
  const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/?status=completed&include=answers`));
  return body.results.map(({ answers }: { answers: Record<string, { value: unknown }> }) => [
    answers.name?.value,
    answers.color?.value,
  ]);
};

test("a respondent checks the answers, changes one, sends and prints them", async () => {
  const slug = await newForm({ review: true });
  const page = await filled(slug);
  await heading(page, "Check your answers");
  // below a list it looks like scrolling
  expect(await button(page, "Next").isDisabled()).toBe(true);
  expect(await problemsDayAndNight(page)).toEqual([]);
  expect(await page.getByRole("definition").allInnerTexts()).toEqual(["Ada", "Change", "Color b", "Change"]);
  await button(page, "Change").first().click();
  await page.getByRole("textbox", { name: "About name" }).fill("Grace");
  await page.getByRole("textbox", { name: "About name" }).press("Enter");
  await heading(page, "Check your answers");
  await page.reload();
  await heading(page, "Check your answers");
  await page.goBack();
  await page.getByRole("textbox", { name: "About name" }).waitFor();
  await page.goForward();
  await heading(page, "Check your answers");
  expect(await stored(slug)).toEqual([]);
  await button(page, "Send").click();
  await heading(page, "Thank you");
  await button(page, "Print or save your answers").waitFor();
  expect(await problemsDayAndNight(page)).toEqual([]);
  await page.emulateMedia({ media: "print" });
  const paper = await page.locator("body").innerText();
  await page.emulateMedia({ media: "screen" });
  for (const text of ["Thank you", "About name", "Grace", "About color", "Color b"]) expect(paper).toContain(text);
  expect(paper).not.toContain("Print or save");
  await eventually(async () => expect(await stored(slug)).toEqual([["Grace", "b"]]));
});

test("a respondent changes an answer after completion, at the end and when coming back", async () => {
  const slug = await newForm({ edit_window_minutes: 60 });
  const page = await filled(slug);
  await heading(page, "Thank you");
  await button(page, "Change my answers").click();
  await heading(page, "Change your answers");
  expect(await problemsDayAndNight(page)).toEqual([]);
  await page.setViewportSize({ width: 390, height: 400 });
  const save = button(page, "Save changes");
  expect(await hasEdge(save)).toBe(true);
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await eventually(async () => expect(await hasEdge(save)).toBe(false));
  await button(page, "Change").nth(1).click();
  await page.getByRole("radio", { name: "Color c" }).click();
  await button(page, "Save changes").click();
  await heading(page, "Thank you");
  await page.getByRole("status").filter({ hasText: "Your changes are saved." }).waitFor();
  expect(await problemsDayAndNight(page)).toEqual([]);
  await eventually(async () => expect(await stored(slug)).toEqual([["Ada", "c"]]));
  await page.reload();
  await heading(page, "You’ve already answered");
  await page.getByRole("banner").getByText("A form").waitFor();
  expect(await problemsDayAndNight(page)).toEqual([]);
  await button(page, "Change my answers").click();
  await button(page, "Keep as they are").click();
  await heading(page, "You’ve already answered");
  expect(await page.getByText("Your changes are saved.").count()).toBe(0);
  await button(page, "Answer again").click();
  await page.getByRole("textbox", { name: "About name" }).waitFor();
});

test("groups a phone number in the list, in the direction of numbers", async () => {
  const graph = { ...chain(node("call", "phone")), translations: { ar: { "call.title": "هاتفك" } } };
  const slug = await publishForm(me, graph, { review: true });
  const { page } = await visit(`/f/${slug}?lang=ar`, { baseURL: product.url });
  await page.getByRole("textbox").fill("+442079460958");
  await page.getByRole("textbox").press("Enter");
  const number = page.getByText("+44 20 7946 0958", { exact: true });
  await number.waitFor();
  expect(await number.evaluate((it) => getComputedStyle(it).direction)).toBe("ltr");
});

test("says that answers can no longer change", async () => {
  const slug = await newForm({ edit_window_minutes: 60 });
  const page = await filled(slug, /409/);
  await button(page, "Change my answers").click();
  await heading(page, "Change your answers");
  await button(page, "Change").first().click();
  await page.getByRole("textbox", { name: "About name" }).fill("Grace");
  await page.getByRole("textbox", { name: "About name" }).press("Enter");
  await me.patch(`/api/v2/form/${slug}/`, { edit_window_minutes: 0 });
  await button(page, "Save changes").click();
  await heading(page, "This form is closed");
  expect(await stored(slug)).toEqual([["Ada", "b"]]);
});
