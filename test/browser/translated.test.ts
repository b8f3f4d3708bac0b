import type { Page } from "playwright-core";
import { isAnswerable } from "../support/answerable.ts";
import { type Owner, owner, publishForm } from "../support/api.ts";
import { chain, end, node } from "../support/sampleGraphs.ts";
import { visit } from "./support/browser.ts";
import { translate } from "./support/translate.ts";

/** The respondent page in a browser that translates it. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const options = ["red", "green"].map((value) => ({ value, label: `Color ${value}` }));
const form = () =>
  chain(
    node("hello", "welcome_screen"),
    node("number", "number", { min: 5, max: 9 }, true),
    node("text", "long_text", { max_length: 20 }, true),
    node("color", "multiple_choice", { options, allow_other: true }),
    node("colors", "checkbox", { options, max_selections: 1 }),
    node("rank", "ranking", { options }),
    node("mail", "email", {}, true),
  );

async function open(slug: string, kind: "wrapped" | "replaced") {
  const { page } = await visit(null);
  // a question that fades out would be there twice
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.goto(`/f/${slug}`);
  await page.waitForFunction(isAnswerable);
  await page.waitForLoadState("networkidle");
  const translated = async () => {
    await translate(page, kind);
    // the code for translated pages loads with the first
    await page.waitForLoadState("networkidle");
  };
  await translated();
  return { page, translated };
}

const onward = (page: Page) => page.locator(".page-actions [type=submit]").click();
const heading = (page: Page, id: string) =>
  page
    .locator("h1")
    .filter({ hasText: `About ${id}` })
    .waitFor();
const text = async (page: Page, selector: string) => (await page.locator(selector).first().textContent()) ?? "";

test.each(["wrapped", "replaced"] as const)(
  "shows each text once and new ones at once, with texts %s",
  async (kind) => {
    const { page, translated } = await open(await publishForm(me, form()), kind);
    await onward(page);
    await heading(page, "number");
    // each error takes the place of the one before
    for (const [value, error] of [
      ["", "Enter a number"],
      ["1", "5"],
      ["12", "9"],
    ] as const) {
      await translated();
      await page.locator("input").fill(value);
      await onward(page);
      await page.locator(".question-error").filter({ hasText: error }).waitFor();
      expect((await text(page, ".question-error")).split(".").filter((part) => part.trim())).toHaveLength(1);
    }
    await translated();
    await page.locator("input").fill("7");
    expect((await text(page, ".question-error")).replaceAll(/[«»]/g, "")).toBe("");
    await onward(page);
    await heading(page, "text");
    for (const [typed, used] of [
      ["abc", "3"],
      ["abcdefg", "7"],
    ] as const) {
      await translated();
      await page.locator("textarea").fill(typed);
      await page
        .locator(".counter")
        .filter({ hasText: new RegExp(`^${used} `) })
        .waitFor();
    }
    await translated();
    await onward(page);
    await heading(page, "color");
    expect(await text(page, ".page-count")).toMatch(/^Question 3 of about 6$/);
    await translated();
    await page.getByRole("radio").last().click();
    await page.locator(".field-other").fill("blue");
    await translated();
    await page.getByRole("radio").first().click();
    await heading(page, "colors");
    await translated();
    await page.getByRole("checkbox").first().click();
    await translated();
    await page.getByRole("checkbox").first().click();
    await onward(page);
    await heading(page, "rank");
    await translated();
    await onward(page);
    await heading(page, "mail");
    await translated();
    await page.locator(".page-nav button").first().click();
    await heading(page, "rank");
    await onward(page);
    await heading(page, "mail");
    await page.locator("input").fill("ada@example.com");
    await translated();
    await onward(page);
    await heading(page, "end");
    expect(await page.locator("h1").textContent()).toBe("About end");
  },
);

test.each(["wrapped", "replaced"] as const)("counts down to a redirect with texts %s", async (kind) => {
  const last = end("end", { redirect_url: "https://shop.example/", redirect_delay_s: 30 });
  const graph = chain(node("q", "short_text"));
  const { page, translated } = await open(await publishForm(me, { ...graph, nodes: [graph.nodes[0], last] }), kind);
  await onward(page);
  await heading(page, "end");
  const hint = page.locator(".redirect .question-hint");
  await hint.filter({ hasText: "30" }).waitFor();
  await translated();
  await hint.filter({ hasText: /2\d/ }).waitFor();
  expect(await hint.textContent()).toMatch(/^\D*2\d\D*$/);
  await page.locator(".redirect .link-button").click();
  await hint.waitFor({ state: "detached" });
});
