import type { Page } from "playwright-core";
import { baseUrl, type Owner, owner, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { edge, end, graphOf, node } from "../support/sampleGraphs.ts";
import { accessibilityProblems, visit } from "./support/browser.ts";

/** Emphasis, links and lists on the respondent page (wants §21.1). */
const titled = (one: ReturnType<typeof node>, data: object) => ({ ...one, data: { ...one.data, ...data } });
const terms = "[terms](https://terms.example)";
const options = [
  { value: "a", label: `**Yes**, ${terms}` },
  { value: "b", label: "*No*" },
];
const choices: Record<string, object> = {
  multiple_choice: { options },
  checkbox: { options },
  ranking: { options },
  matrix: { rows: [{ key: "r", label: "*Row*" }], columns: options },
};
const hostile = "**x** [y](https://evil.example) <b>z</b>\n- w";

let me: Owner;
beforeAll(async () => {
  me = await owner();
});

async function open(path: string): Promise<Page> {
  const { page, expect: allow } = await visit(path);
  allow(/a request to https:\/\/terms\.example/);
  return page;
}

describe("choices", () => {
  it.each(Object.keys(choices))("of %s are drawn, and their links choose nothing", async (type) => {
    const one = node("q", type, choices[type] as never);
    const slug = await publishForm(me, { ...graphOf([one, end()], [edge("q", "end")]), markup: "inline" });
    const page = await open(`/f/${slug}`);
    const link = page.getByText("terms").locator("xpath=ancestor-or-self::a").first();
    await link.waitFor();
    expect(await link.getAttribute("rel")).toBe("noopener noreferrer");
    expect(await page.locator("main strong").first().textContent()).toBe("Yes");
    const chosen = page.locator('[aria-checked="true"], [data-ranked]');
    // the link's own page isn't there
    await page.context().route("https://terms.example/**", (route) => route.fulfill({ body: "Terms" }));
    const [opened] = await Promise.all([page.context().waitForEvent("page"), link.click()]);
    expect(opened.url()).toBe("https://terms.example/");
    await opened.close();
    await Promise.all([page.context().waitForEvent("page"), link.press("Enter")]);
    expect(await chosen.count()).toBe(0);
    expect(await page.getByRole("heading", { name: "About q" }).count()).toBe(1);
  });
});

it("shows what respondents write as text, in titles, descriptions, messages and the list of answers", async () => {
  const message = { condition: { op: "neq", right: "no" }, message: "**Not** {{answer:a}} {{hidden:who}}" };
  const recalls = "{{answer:a}} {{hidden:who}}";
  const nodes = [
    node("a", "long_text"),
    titled(node("b", "short_text"), {
      title: `**Title** ${recalls}`,
      description: `Text *${recalls}*\n\n- ${recalls}`,
      valid_if: [message],
    }),
    titled(end("end", { show_answers: true }), { title: `**End** ${recalls}` }),
  ];
  const graph = { ...graphOf(nodes, [edge("a", "b"), edge("b", "end")]), hidden_fields: ["who"], markup: "inline" };
  const slug = await publishForm(me, graph);
  const page = await open(`/f/${slug}?who=${encodeURIComponent(hostile)}`);
  await page.getByRole("textbox").fill(hostile);
  await page.getByRole("button", { name: "Continue" }).click();
  const title = page.locator("h1", { hasText: "Title" });
  await title.waitFor();
  expect(await marksIn(page)).toEqual(["STRONG Title", `EM ${hostile} ${hostile}`]);
  expect(await page.locator(".question-description li").count()).toBe(1);
  await page.getByRole("textbox").fill("no");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").getByText("Not").first().waitFor();
  expect(await marksIn(page)).toEqual(["STRONG Title", `EM ${hostile} ${hostile}`, "STRONG Not"]);
  expect(await page.getByRole("alert").textContent()).toBe(`Not ${hostile} ${hostile}`);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("textbox").fill("yes");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.locator("h1", { hasText: "End" }).waitFor();
  expect(await page.locator('main a[href*="evil"], main b').count()).toBe(0);
});

it("draws the first question as the gateway does, without replacing it", async () => {
  const first = titled(node("q", "short_text"), { title: `Our ${terms}`, description: "- *a*\n- b" });
  const slug = await publishForm(me, { ...graphOf([first, end()], [edge("q", "end")]), markup: "inline" });
  const { page } = await visit(null);
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => {
      (globalThis as { first?: Element | null }).first = document.querySelector("h1 a");
    });
  });
  await page.goto(`${baseUrl()}/f/${slug}`);
  await page.getByRole("textbox").fill("typed");
  await eventually(async () =>
    expect(await page.locator('[data-moved], form[data-type="short_text"]').count()).toBe(1),
  );
  const isSame = () => (globalThis as { first?: Element | null }).first === document.querySelector("h1 a");
  expect(await page.evaluate(isSame)).toBe(true);
  expect(await page.locator("ul li em").textContent()).toBe("a");
  expect(await page.getByRole("textbox").getAttribute("aria-labelledby")).toBe("q-title");
});

/** Emphasis and links on the page, with their texts. */
const marksIn = (page: Page): Promise<string[]> =>
  page
    .locator("main :is(strong, em, a, b)")
    .evaluateAll((elements) => elements.map((one) => `${one.tagName} ${one.textContent}`));
