import type { Page } from "playwright-core";
import { baseUrl, expecting, type Owner, owner, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { accessibilityProblems, visit } from "./support/browser.ts";

/** Pages of questions in a real browser, with the real service (features §11.3). */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const hasLunch = { left: { type: "answer", node_id: "lunch" }, op: "eq", right: "yes" };
const noGuests = { condition: { op: "lte", right: 2 }, message: "Bring up to 2 guests." };

/** Two pages. The second one has no title. */
function registration() {
  const options = { options: ["vegan", "fish"].map((value) => ({ value, label: value })) };
  const sample = chain(
    node("hello", "welcome_screen"),
    node("name", "short_text", {}, true),
    node("lunch", "yes_no", {}, true),
    node("diet", "multiple_choice", options, true),
    node("guests", "number"),
    node("note", "short_text"),
  );
  const data: Record<string, object> = { diet: { show_if: hasLunch }, guests: { valid_if: [noGuests] } };
  const nodes = sample.nodes.map((one) => ({ ...one, data: { ...one.data, ...data[one.id] } }));
  const pages = [
    { id: "you", title: "Registration", description: "Who comes?", node_ids: ["hello", "name", "lunch", "diet"] },
    { id: "rest", node_ids: ["guests", "note"] },
  ];
  return { ...sample, nodes, pages };
}

const field = (page: Page, id: string) => page.getByRole("textbox", { name: `About ${id}` });
const heading = (page: Page, level: number) => page.getByRole("heading", { level }).allInnerTexts();
const goOn = (page: Page) => page.getByRole("button", { name: "Continue" }).click();
const choose = (page: Page, name: string) => page.getByRole("radio", { name }).click();
const focused = (page: Page) =>
  page.evaluate(() => document.activeElement?.closest("[aria-labelledby]")?.getAttribute("aria-labelledby"));

async function answers(slug: string) {
  const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/?include=answers`));
  expect(body.count).toBe(1);
  const [{ status, answers }] = body.results;
  const values = Object.entries(answers).map(([id, answer]) => [id, (answer as { value: unknown }).value]);
  // the list has them by node, in no order
  return { status, answers: Object.fromEntries(values) };
}

const arrived = { name: "Ada", lunch: "yes", diet: "fish", guests: 2, note: "bye" };

test("is drawn by the gateway and asked by keyboard, and loses nothing on reload, back and lost replies", async () => {
  const slug = await publishForm(me, registration());
  const html = await (await fetch(`${baseUrl()}/f/${slug}`)).text();
  const drawn = [...html.matchAll(/<h2[^>]*>([^<]*)/g)].map(([, title]) => title);
  expect(drawn).toEqual(["About hello", "About name", "About lunch"]);
  const { page, expect: expectComplaint } = await visit(`/f/${slug}`, { viewport: { width: 320, height: 700 } });
  expectComplaint(/ERR_FAILED/);
  expect(await heading(page, 1)).toEqual(["Registration"]);
  await page.waitForLoadState("networkidle");
  expect(await accessibilityProblems(page)).toEqual([]);
  const posts: string[] = [];
  page.on("request", (request) => request.method() === "POST" && posts.push(new URL(request.url()).pathname));
  await field(page, "name").fill("Ada");
  await choose(page, "Yes");
  await page.getByRole("heading", { name: "About diet" }).waitFor();
  await page.getByRole("status").getByText("New question: About diet").waitFor({ state: "attached" });
  expect(await page.evaluate(() => document.activeElement?.textContent)).toContain("Yes");
  expect(posts.filter((path) => !path.endsWith("/start/"))).toEqual([]);
  await page.reload();
  // the gateway draws it without answers
  await eventually(async () => expect(await field(page, "name").inputValue()).toBe("Ada"));
  await choose(page, "fish");
  let lost = 0;
  await page.route("**/answers/", async (route) => {
    lost += 1;
    if (lost > 1) return route.continue();
    await route.fetch();
    await route.abort();
  });
  await page.keyboard.press("Control+Enter");
  await field(page, "guests").waitFor();
  await field(page, "note").fill("half a thou");
  await page.goBack();
  await eventually(async () => expect(await field(page, "name").inputValue()).toBe("Ada"));
  await page.goForward();
  await eventually(async () => expect(await field(page, "note").inputValue()).toBe("half a thou"));
  // Enter goes to the next question without an answer, then continues
  await field(page, "note").fill("");
  await field(page, "guests").fill("2");
  await page.keyboard.press("Enter");
  await eventually(async () => expect(await focused(page)).toBe("note-title"));
  await page.keyboard.type("bye");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "About end" }).waitFor();
  await page.waitForFunction(() => localStorage.length === 0);
  expect(await answers(slug)).toEqual({ status: "completed", answers: arrived });
}, 60_000);

test("focuses the list of problems, or the only one", async () => {
  const slug = await publishForm(me, registration());
  const { page } = await visit(`/f/${slug}`, { viewport: { width: 390, height: 500 }, hasTouch: true });
  await page.waitForLoadState("networkidle");
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight));
  await goOn(page);
  await page.getByRole("group", { name: "Check these answers:" }).and(page.locator(":focus")).waitFor();
  const { y = -1, height = 0 } = (await page.locator(".problems").boundingBox()) ?? {};
  expect([y >= 0, y + height <= 500]).toEqual([true, true]);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("link", { name: "About lunch" }).click();
  expect(await focused(page)).toBe("lunch-title");
  expect(page.url()).not.toContain("#");
  await field(page, "name").fill("Ada");
  await choose(page, "No");
  await goOn(page);
  await field(page, "guests").fill("3");
  await goOn(page);
  await page.getByText("Bring up to 2 guests.").waitFor();
  await eventually(async () => expect(await focused(page)).toBe("guests-title"));
}, 60_000);

test("marks required questions only among optional ones, and shows letters in the focused one", async () => {
  const options = { options: ["vegan", "fish"].map((value) => ({ value, label: value })) };
  const asked = (...required: boolean[]) =>
    chain(...required.map((isRequired, index) => node(`q${index}`, "multiple_choice", options, isRequired)));
  const onPage = (sample: ReturnType<typeof chain>) => ({
    ...sample,
    pages: [{ id: "all", node_ids: sample.nodes.slice(0, -1).map(({ id }) => id) }],
  });
  const graphs = [onPage(asked(true, false)), onPage(asked(true, true)), asked(true), asked(false)];
  const [mixed = "", ...others] = await Promise.all(graphs.map((graph) => publishForm(me, graph)));
  const { page } = await visit(null, { viewport: { width: 1440, height: 900 } });
  const marks = async (slug: string) => {
    await page.goto(`/f/${slug}`);
    await page.getByRole("radio").first().waitFor();
    return page.getByRole("heading", { name: /About q/ }).evaluateAll((titles) =>
      titles.map((title) => {
        const shown = title.querySelector(":scope > span:not(.visually-hidden)")?.textContent?.trim() ?? "";
        return getComputedStyle(title, "::after").content.includes("*") ? `*${shown}` : shown;
      }),
    );
  };
  const found = [];
  for (const slug of others) found.push(await marks(slug));
  expect(found).toEqual([["", ""], [""], ["Optional"]]);
  expect(await marks(mixed)).toEqual(["*", ""]);
  await page.waitForLoadState("networkidle");
  await page.getByRole("radio").first().focus();
  const letters = page.locator(".card-key");
  const isSeen = () => letters.evaluateAll((all) => all.map((one) => getComputedStyle(one).visibility === "visible"));
  expect(await isSeen()).toEqual([true, true, false, false]);
}, 60_000);

test("continues a page in another tab, and sends it after a lost connection", async () => {
  const slug = await publishForm(me, registration());
  const { page: first, context, expect: expectComplaint } = await visit(`/f/${slug}`);
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  await first.waitForLoadState("networkidle");
  await field(first, "name").fill("Ada");
  await choose(first, "Yes");
  await choose(first, "fish");
  await goOn(first);
  await field(first, "guests").fill("2");
  await field(first, "note").fill("half a thou");
  const second = await context.newPage();
  await second.goto(`/f/${slug}`);
  await second.getByRole("button", { name: "Continue here" }).click();
  await field(second, "note").waitFor();
  expect(await field(second, "note").inputValue()).toBe("half a thou");
  await first.getByRole("button", { name: "Continue here" }).waitFor();
  await second.waitForLoadState("networkidle");
  await context.setOffline(true);
  await field(second, "note").fill("bye");
  await goOn(second);
  await second.getByText("2 answers not sent yet").waitFor();
  await context.setOffline(false);
  await second.waitForFunction(() => localStorage.length === 0);
  expect(await answers(slug)).toEqual({ status: "completed", answers: arrived });
}, 60_000);
