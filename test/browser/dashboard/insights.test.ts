import { expecting, next, type Owner, owner, publishForm, saveDraft, start, walk } from "../../support/api.ts";
import { chain, edge, end, graphOf, node, survey } from "../../support/sampleGraphs.ts";
import { accessibilityProblems, visitAs } from "../support/browser.ts";

/** A form's insights. */
type Page = Awaited<ReturnType<typeof visitAs>>["page"];
const figure = (page: Page, name: string) => page.getByRole("link", { name: new RegExp(`^${name}: `) });
const insightsOf = (slug: string) => `/forms/${slug}/insights`;

let me: Owner;
let slug: string;
beforeAll(async () => {
  me = await owner();
  slug = await publishForm(me, survey(), { title: "Lunch" });
  await walk(slug, { name: "Ada", color: "red", age: 36 });
  await walk(slug, { name: "Bob", color: "blue", age: 50 });
  await saveDraft(me, slug, chain(node("name", "short_text"), node("pets", "number")));
  await expecting(201, me.post(`/api/v2/form/${slug}/publish/`));
  await next(await start(slug), "name", "Cleo");
});

const choose = async (page: Page, menu: RegExp | string, item: string) => {
  await page.getByRole("button", { name: menu }).click();
  await page.getByRole("menuitem", { name: item }).click();
};

test("leads an owner from figures, answers and days to their responses", async () => {
  const { page } = await visitAs(me, `/forms/${slug}/build`, { viewport: { width: 1280, height: 900 } });
  await page.getByRole("link", { name: "Insights" }).click();
  await figure(page, "Started").getByText("3").waitFor();
  await page.getByText("66.7%").first().waitFor();
  await page.getByRole("listitem").filter({ hasText: "About pets" }).getByText("1 · 100%").waitFor();
  await choose(page, /^Dates/, "All time");
  await choose(page, /^Version/, "Version 1");
  await page.waitForURL(
    ({ searchParams }) => searchParams.get("version") === "1" && searchParams.get("dates") === "all",
  );
  await figure(page, "Started").getByText("2").waitFor();
  const colors = page.getByRole("list", { name: "Answers to “About color”" });
  await colors.getByRole("listitem").filter({ hasText: "Red" }).getByText("50% 1").waitFor();
  await page.getByRole("list", { name: "Answers to “About age”" }).getByText("36 to under 37: 1 answer").waitFor();
  await page.getByRole("figure", { name: "Scores" }).getByText("Median").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await colors.getByRole("link", { name: "Red. Open responses" }).click();
  await page.waitForURL(`**/forms/${slug}/responses?version=1&answer.color=red`);
  await page.getByRole("status").filter({ hasText: "1 response" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "About color: Red: remove filter" }).click();
  await page.waitForURL(`**/forms/${slug}/responses?version=1`);
  await page.getByRole("status").filter({ hasText: "2 responses" }).waitFor();
  await page.goBack();
  await page.goBack();

  const days = page.getByRole("figure", { name: "Responses over time" });
  await days.getByRole("button", { name: /^Show table/ }).press("Enter");
  const row = days.getByRole("table", { name: "Responses over time" }).getByRole("row").nth(1);
  await row.getByRole("rowheader", { name: /\d{4}/ }).waitFor();
  expect(await row.getByRole("cell").allTextContents()).toEqual(["2", "2", "100%"]);
  const day = new Date().toISOString().slice(0, 10);
  expect(await row.getByRole("link").getAttribute("href")).toContain(`started_at_to=${day}`);
  await page.getByRole("link", { name: /: 2 started, 2 completed\. Open these responses$/ }).press("Enter");
  await page.waitForURL(`**/forms/${slug}/responses?version=1&started_at_from=${day}&started_at_to=${day}`);
  await page.getByRole("status").filter({ hasText: "2 responses" }).waitFor();
  await page.goBack();
  await figure(page, "Completed").click();
  await page.waitForURL(`**/forms/${slug}/responses?version=1&status=completed`);
  await page.getByRole("link", { name: "Insights" }).click();
  await figure(page, "Started").waitFor();
  await page.keyboard.press("/");
  await page.getByRole("dialog", { name: "Search answers" }).getByRole("searchbox").fill("Cle");
  await page.keyboard.press("Enter");
  await page.waitForURL(/\?search=Cle$/);
});

test("reads a chart point by point with the arrow keys and the pointer, and links to the active point", async () => {
  const { page, context } = await visitAs(me, null);
  const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/insights/`));
  const days = ["2026-03-01", "2026-03-02", "2026-03-03", "2026-03-04"];
  const byDay = days.map((date, at) => ({ date, started: 10 + at, completed: at }));
  await context.route("**/insights/", (route) => route.fulfill({ json: { ...body, by_day: byDay } }));
  await page.goto(`${insightsOf(slug)}?dates=all`);
  const point = page.getByRole("link", { name: /started, \d+ completed\. Open these responses$/ });
  await point.press("ArrowLeft");
  await page.getByText("Mar 3, 2026: 12 started, 2 completed", { exact: true }).waitFor();
  expect(await point.getAttribute("href")).toContain("started_at_from=2026-03-03&started_at_to=2026-03-03");
  const box = await point.boundingBox();
  await point.hover({ position: { x: 3, y: (box?.height ?? 0) / 2 } });
  await page.getByText("Mar 1, 2026: 10 started, 0 completed", { exact: true }).waitFor();
  await point.click({ position: { x: 3, y: 10 } });
  await page.waitForURL(/started_at_from=2026-03-01/);
});

test("shows the link of a form without responses, and the builder of an unpublished form", async () => {
  const fresh = await publishForm(me, survey(), { title: "Supper" });
  const { page } = await visitAs(me, insightsOf(fresh));
  await page.getByRole("heading", { name: "No responses yet" }).waitFor();
  await page.getByText(`/f/${fresh}`).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const { body } = await expecting(201, me.post("/api/v2/form/", { title: "Tea" }));
  await page.goto(insightsOf(body.slug));
  await page.getByRole("link", { name: /builder$/ }).click();
  await page.waitForURL(`**/forms/${body.slug}/build`);
});

test("shows branches side by side along the graph, and the biggest drop-off first on request", async () => {
  const food = {
    rows: [{ key: "soup", label: "Soup" }],
    columns: [
      { value: "bad", label: "Bad" },
      { value: "good", label: "Good" },
    ],
  };
  const graph = graphOf(
    [
      node("member", "yes_no", {}, true),
      node("team", "short_text"),
      node("why", "long_text"),
      node("food", "matrix", food),
      end(),
    ],
    [
      edge("member", "team", { left: { type: "answer", node_id: "member" }, op: "eq", right: "yes" }),
      edge("member", "why"),
      edge("team", "food"),
      edge("food", "end"),
      edge("why", "end"),
    ],
  );
  const parted = await publishForm(me, graph, { title: "Club" });
  await walk(parted, { member: "yes", team: "Red", food: { soup: "good" } });
  await next(await start(parted), "member", "no");
  const { page } = await visitAs(me, insightsOf(parted), { colorScheme: "dark" });
  const view = page.getByRole("group", { name: "View" });
  await view.getByRole("radio", { name: "Flow" }).check();
  await page.waitForURL(/\?funnel=walk$/);
  const steps = page.getByRole("list", { name: "Question flow" }).locator("> li");
  await steps.nth(1).waitFor();
  expect(await steps.nth(1).getByRole("listitem").count()).toBe(2);
  await steps.nth(1).getByRole("listitem").filter({ hasText: "About why" }).getByText("1 · 100%").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const cells = page.getByRole("table", { name: "Answers to “About food”" }).getByRole("row", { name: /^Soup/ });
  expect(await cells.getByRole("cell").allTextContents()).toEqual(["0 0%", "1 100%"]);
  await view.getByRole("radio", { name: "Biggest drop-off" }).check();
  await page
    .getByRole("list", { name: "Drop-off by question" })
    .getByRole("listitem")
    .first()
    .getByText("About why")
    .waitFor();
});
