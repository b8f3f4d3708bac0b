import type { Page } from "playwright-core";
import { isAnswerable } from "../support/answerable.ts";
import { expecting, type Owner, owner, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { chain, node, type SampleNode } from "../support/sampleGraphs.ts";
import { visit } from "./support/browser.ts";

/** Typing while the page's code arrives: no redraw and no effect changes a text that is being typed. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const options = (count: number) =>
  Array.from({ length: count }, (_, at) => ({ value: `o${at}`, label: `Option ${at}` }));
const other = (count: number) => ({ options: options(count), allow_other: true });
type Open = (page: Page) => Promise<unknown>;
const asIs: Open = async () => undefined;

/** All fields for typing, how to open them, what is typed and which answer it gives. */
const fields: [name: string, node: SampleNode, open: Open, typed: string, answer: unknown][] = [
  ["a short text", node("q", "short_text"), asIs, "A short text", "A short text"],
  ["a long text", node("q", "long_text"), asIs, "A long text", "A long text"],
  ["an email address", node("q", "email"), asIs, "ada@example.com", "ada@example.com"],
  ["a phone number", node("q", "phone", { default_country: "GB" }), asIs, "0207 946 0958", "+442079460958"],
  ["a number", node("q", "number", { decimals: 2 }), asIs, "1234.25", 1234.25],
  ["a long scale", node("q", "number_scale", { min: 0, max: 100_000, step: 1 }), asIs, "31415", 31_415],
  ["a searched list", node("q", "dropdown", other(20)), asIs, "My own", "My own"],
  [
    "a list’s Other",
    node("q", "dropdown", other(3)),
    (page) => page.getByRole("combobox").selectOption("Other"),
    "My own",
    "My own",
  ],
  [
    "a single choice’s Other",
    node("q", "multiple_choice", other(3)),
    (page) => page.getByRole("radio", { name: "Other" }).click(),
    "My own",
    "My own",
  ],
  [
    "several choices’ Other",
    node("q", "checkbox", other(3)),
    (page) => page.getByRole("checkbox", { name: "Other" }).click(),
    "My own",
    ["My own"],
  ],
];

test.each(fields)("keeps what is typed in %s while code arrives late", async (_name, question, open, typed, answer) => {
  const slug = await publishForm(me, chain(question));
  const { page } = await visit(null);
  const release = await holdLazyCode(page, slug);
  await page.goto(`/f/${slug}`, { waitUntil: "commit" });
  await page.waitForFunction(isAnswerable);
  await open(page);
  const field = page.locator(".question input:not([type=radio],[type=checkbox]), .question textarea").last();
  await field.focus();
  await page.keyboard.type(typed.slice(0, -4));
  await typeAfterRedraws(page, typed.slice(-4));
  release();
  if (question.question_type === "phone") await page.getByRole("combobox").waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => window.typeRest());
  expect(await field.inputValue()).toBe(typed);
  // closes an open list
  await field.press("Escape");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "About end" }).waitFor();
  await eventually(async () => {
    const list = await expecting(200, me.get(`/api/v2/form/${slug}/responses/?status=completed&include=answers`));
    expect(list.body.results[0]?.answers.q.value).toEqual(answer);
  });
});

test("keeps a date that is typed before the page takes over where a half-typed one was left", async () => {
  const slug = await publishForm(me, chain(node("q", "date")));
  const { page } = await visit(`/f/${slug}`);
  await page.waitForFunction(isAnswerable);
  await page.getByLabel("About q").focus();
  await page.keyboard.type("12");
  await page.waitForFunction(() => Object.values(localStorage).some((kept) => kept.includes('"?"')));
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route(/\/assets\/[^.]*\.js$/, async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.reload({ waitUntil: "commit" });
  await page.getByLabel("About q").fill("2026-05-01");
  release();
  await page.waitForFunction(isAnswerable);
  await page.waitForLoadState("networkidle");
  expect(await page.getByLabel("About q").inputValue()).toBe("2026-05-01");
});

declare global {
  interface Window {
    typeRest(): void;
  }
}

/** Holds the scripts that the page's HTML doesn't name. */
async function holdLazyCode(page: Page, slug: string): Promise<() => void> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const html = await (await page.request.get(`/f/${slug}`)).text();
  await page.route(
    ({ pathname }) => pathname.endsWith(".js") && !html.includes(pathname),
    async (route) => {
      await isReleased;
      await route.continue();
    },
  );
  return release;
}

/** Types one more letter right after each redraw: before its effects, which follow the next frame. */
const typeAfterRedraws = (page: Page, text: string) =>
  page.evaluate((rest) => {
    const letters = [...rest];
    const type = () => {
      const letter = letters.shift();
      if (letter !== undefined) document.execCommand("insertText", false, letter);
    };
    const isRedrawn = new MutationObserver((records) => {
      if (records.some(({ addedNodes }) => addedNodes.length > 0)) type();
    });
    isRedrawn.observe(document.body, { childList: true, subtree: true });
    window.typeRest = () => {
      isRedrawn.disconnect();
      while (letters.length > 0) type();
    };
  }, text);
