import type { Page } from "playwright-core";
import { isAnswerable } from "../support/answerable.ts";
import { type Owner, owner, publishForm } from "../support/api.ts";
import { images } from "../support/images.ts";
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

const pagesForm = () => {
  const isRed = { left: { type: "answer", node_id: "color" }, op: "eq", right: "red" };
  const graph = chain(
    node("name", "short_text", {}, true),
    node("color", "multiple_choice", { options }),
    node("why", "long_text", { max_length: 20 }),
    node("age", "number", { min: 5 }, true),
  );
  const nodes = graph.nodes.map((one) => (one.id === "why" ? { ...one, data: { ...one.data, show_if: isRed } } : one));
  const pages = [
    { id: "one", title: "Page one", node_ids: ["name", "color", "why"] },
    { id: "two", title: "Page two", node_ids: ["age"] },
  ];
  return { ...graph, nodes, pages };
};

test.each(["wrapped", "replaced"] as const)("asks pages of several questions with texts %s", async (kind) => {
  const { page, translated } = await open(await publishForm(me, pagesForm()), kind);
  const questions = () => page.locator("h2").allTextContents();
  const errors = async () => (await page.locator(".question-error").allTextContents()).filter((one) => one.trim());
  for (let round = 0; round < 2; round += 1) {
    await onward(page);
    await page.locator(".question-error").filter({ hasText: /./ }).waitFor();
    await translated();
    expect(await errors()).toHaveLength(1);
  }
  await page.locator("input[type=text], input:not([type])").first().fill("Ada");
  for (const count of [3, 2, 3]) {
    await page
      .getByRole("radio")
      .nth(count === 3 ? 0 : 1)
      .click();
    await page.waitForFunction((count) => document.querySelectorAll("h2").length === count, count);
    await translated();
    expect((await questions()).map((one) => one.replaceAll(/[«»]/g, ""))).toEqual(
      ["About name (required)", "About color", "About why"].slice(0, count),
    );
  }
  await page.locator("textarea").fill("abc");
  await page.locator(".counter").filter({ hasText: /^3 / }).waitFor();
  await onward(page);
  await page.locator("h1").filter({ hasText: "Page two" }).waitFor();
  await translated();
  await page.locator("input").fill("1");
  await onward(page);
  await page.locator(".question-error").filter({ hasText: "5" }).waitFor();
  await translated();
  await page.locator(".page-nav button").first().click();
  await page.locator("h1").filter({ hasText: "Page one" }).waitFor();
  expect((await page.locator("h1").textContent())?.replaceAll(/[«»]/g, "")).toBe("Page one");
  await onward(page);
  await page.locator("h1").filter({ hasText: "Page two" }).waitFor();
  await page.locator("input").fill("7");
  await onward(page);
  await heading(page, "end");
});

test.each(["wrapped", "replaced"] as const)("uploads files with texts %s", async (kind) => {
  const graph = chain(
    node("file", "file_upload", { max_files: 2, accept: ["image/png"] }, true),
    node("q", "short_text"),
  );
  const { page, translated } = await open(await publishForm(me, graph), kind);
  const add = (name: string) =>
    page.locator("input[type=file]").setInputFiles({ name, mimeType: "image/png", buffer: images.png });
  const error = page.locator(".question-error");
  await onward(page);
  await error.filter({ hasText: /./ }).waitFor();
  await translated();
  const files = page.locator(".files > li");
  const said = page.locator(".files ~ [role=status]");
  for (const [index, name] of ["first.png", "second.png"].entries()) {
    await add(name);
    await said.filter({ hasText: `${name} uploaded` }).waitFor({ state: "attached" });
    await translated();
    expect(await files.count()).toBe(index + 1);
    expect(await files.last().textContent()).toContain(name);
  }
  await page.getByRole("button", { name: /second.png/ }).click();
  await said.filter({ hasText: /^second.png removed$/ }).waitFor({ state: "attached" });
  expect(await files.allTextContents()).toEqual([expect.stringContaining("first.png")]);
  await translated();
  await onward(page);
  await heading(page, "q");
});

/** Opens a page that is translated while scripts whose text has this word wait. */
async function openEarly(slug: string, kind: "wrapped" | "replaced", word: string) {
  const { page } = await visit(null);
  await page.emulateMedia({ reducedMotion: "reduce" });
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<void>();
  await page.route("**/*.js", async (route) => {
    const response = await route.fetch();
    if ((await response.text()).includes(word)) {
      hold();
      await isReleased;
    }
    await route.fulfill({ response });
  });
  await page.goto(`/f/${slug}`, { waitUntil: "commit" });
  await isHeld;
  return { page, translated: () => translate(page, kind), release };
}

test.each([
  ["wrapped", "before its script runs", "script"],
  ["replaced", "before its script runs", "script"],
  ["wrapped", "before the code for later runs", "leaving"],
  ["replaced", "before the code for later runs", "leaving"],
] as const)("shows each text once with texts %s %s", async (kind, _when, what) => {
  const first = node("text", "long_text", { max_length: 20 }, true);
  const slug = await publishForm(me, chain(first, node("number", "number", { min: 5 }, true)));
  const { page, translated, release } = await openEarly(slug, kind, what === "script" ? "" : "dataset.leaving");
  if (what === "script") await page.locator("h1").waitFor();
  else await page.waitForFunction(isAnswerable);
  expect(await translated()).toBeGreaterThan(0);
  release();
  await page.waitForFunction(isAnswerable);
  await page.waitForLoadState("networkidle");
  const headings = async () => (await page.locator("h1").allTextContents()).map((one) => one.replaceAll(/[«»]/g, ""));
  expect(await headings()).toEqual(["About text (required)"]);
  for (const [typed, used] of [
    ["abc", "3"],
    ["abcdefg", "7"],
  ] as const) {
    await page.locator("textarea").fill(typed);
    await page
      .locator(".counter")
      .filter({ hasText: new RegExp(`^${used} `) })
      .waitFor();
  }
  await onward(page);
  await heading(page, "number");
  await page.locator("input").fill("1");
  await onward(page);
  await page.locator(".question-error").filter({ hasText: "5" }).waitFor();
  expect(await headings()).toEqual(["About number (required)"]);
  expect(await page.locator("#page").textContent()).not.toContain("About text");
});
