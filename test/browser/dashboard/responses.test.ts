import { text } from "node:stream/consumers";
import type { Page } from "playwright-core";
import {
  anonymous,
  complete,
  expecting,
  next,
  type Owner,
  owner,
  publishForm,
  start,
  walk,
} from "../../support/api.ts";
import { pngOf } from "../../support/images.ts";
import { type Receiver, startReceiver, status } from "../../support/receiver.ts";
import { chain, node, survey } from "../../support/sampleGraphs.ts";
import { accessibilityProblems, visitAs } from "../support/browser.ts";

/** A form's responses, as the owner sees them. */
let me: Owner;
let receiver: Receiver;
beforeAll(async () => {
  me = await owner();
  receiver = await startReceiver();
});
afterAll(() => receiver.close());

const wide = { viewport: { width: 1280, height: 900 } };
const count = (page: Page, text: string) => page.getByRole("status").filter({ hasText: text }).first().waitFor();
const rows = (page: Page) => page.getByRole("table", { name: "Responses" }).locator("tbody").getByRole("row");
const drawer = (page: Page) => page.getByRole("complementary", { name: "Response" });
const answers = (page: Page) => drawer(page).getByRole("list", { name: "Answers" });
/** The open response's position in the list. */
const position = (page: Page, text: string) => {
  const inList = drawer(page).getByRole("navigation", { name: "Responses in this list" });
  return inList.getByRole("status").filter({ hasText: text }).waitFor();
};
async function filterBy(page: Page, name: string): Promise<void> {
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("menuitem", { name }).click();
}

async function uploaded(session: string, nodeId: string, name: string): Promise<string> {
  const form = new FormData();
  form.append("file", new File([pngOf(4, 4)], name));
  const encoded = new Response(form);
  const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
  const raw = new Uint8Array(await encoded.arrayBuffer());
  const path = `/api/v2/r/session/${session}/upload/?node_id=${nodeId}`;
  return (await expecting(201, anonymous().post(path, undefined, { raw, headers }))).body.url;
}

test("aligns right-to-left answers with the others", async () => {
  const slug = await publishForm(me, survey());
  await walk(slug, { name: "مرحبا", color: "red", age: 36 });
  const { page } = await visitAs(me, `/forms/${slug}/responses`, wide);
  const cell = rows(page).getByText("مرحبا");
  await cell.waitFor();
  expect(await cell.evaluate(textGap)).toBeLessThan(2);
  await rows(page).first().click();
  const answer = answers(page).getByText("مرحبا");
  await answer.waitFor();
  expect(await answer.evaluate(textGap)).toBeLessThan(2);
});

/** Returns the pixels between an element's left edge and its text. */
function textGap(element: Element): number {
  const range = document.createRange();
  range.selectNodeContents(element);
  return range.getBoundingClientRect().left - element.getBoundingClientRect().left;
}

test("finds responses by filters, reads one after another, exports and deletes them", async () => {
  const slug = await publishForm(me, survey(), { title: "Lunch" });
  for (const [name, color] of [
    ["Ada", "red"],
    ["Bob", "blue"],
    ["Cleo", null],
  ]) {
    await walk(slug, { name: name as string, color: color as string, age: 36 });
  }
  await next(await start(slug), "name", "Dan");
  const { page } = await visitAs(me, "/", wide);
  await page.getByRole("link", { name: "4 responses to “Lunch”" }).click();
  await count(page, "4 responses");
  await page.getByRole("navigation", { name: "Pages of this form" }).getByText("4", { exact: true }).waitFor();
  await rows(page).first().getByText("In progress").waitFor();
  await filterBy(page, "Completed");
  await page.getByRole("button", { name: "Completed: remove filter" }).waitFor();
  await count(page, "3 responses");
  await page.getByRole("button", { name: "Score" }).click();
  await page.getByRole("columnheader", { name: "Score" }).and(page.locator("[aria-sort=descending]")).waitFor();
  expect(new URL(page.url()).search).toBe("?status=completed&ordering=-total_score");
  expect(await accessibilityProblems(page)).toEqual([]);

  await rows(page).nth(0).getByRole("link").click();
  await answers(page).getByText("Ada", { exact: true }).waitFor();
  await answers(page).getByText("5 points").waitFor();
  await position(page, "1 of 3");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("j");
  await answers(page).getByText("Blue, light").waitFor();
  await page.keyboard.press("j");
  await answers(page).getByText("Cleo", { exact: true }).waitFor();
  await page.getByRole("tab", { name: "Path" }).click();
  await page.getByRole("list", { name: "Path" }).getByText("Skipped").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("ArrowLeft");
  expect(await page.getByRole("button", { name: "Next", exact: true }).isDisabled()).toBe(true);
  await page.keyboard.press("k");
  await answers(page).getByText("Bob", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Delete", exact: true }).click();
  await page.getByRole("dialog", { name: "Permanently delete this response?" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Delete response" }).click();
  await answers(page).getByText("Cleo", { exact: true }).waitFor();
  await position(page, "2 of 2");
  // Back doesn't return to a deleted response
  await page.goBack();
  await answers(page).getByText("Cleo", { exact: true }).waitFor();
  await page.keyboard.press("Escape");
  await drawer(page).waitFor({ state: "detached" });
  await count(page, "2 responses");
  expect(await rows(page).count()).toBe(2);
  const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/`));
  expect(body.count).toBe(3);

  await page.keyboard.press("e");
  await page.getByText("2 responses that match your filters").waitFor();
  await page.getByLabel("Add a score column for each scored question").check();
  expect(await accessibilityProblems(page)).toEqual([]);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export now" }).click();
  const download = await downloading;
  await page.getByText(`${download.suggestedFilename()} saved: 2 responses`).waitFor();
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${slug}-responses-.*\\.csv$`));
  const csv = await text(await download.createReadStream());
  expect(csv.trim().split("\r\n")).toEqual([
    expect.stringContaining(",About name [name],About color [color],About age [age],score [color]"),
    expect.stringContaining(",Cleo,,36,"),
    expect.stringContaining(",Ada,Red,36,5"),
  ]);
});

test("goes to the next response once the next page of the list has loaded", async () => {
  const slug = await publishForm(me, survey());
  await Promise.all(Array.from({ length: 51 }, () => start(slug)));
  const { page, context, expect: expectComplaint } = await visitAs(me, `/forms/${slug}/responses`, wide);
  expectComplaint(/status of 500/);
  const secondPage = /responses\/\?.*page=2/;
  await context.route(secondPage, (route) => route.fulfill({ status: 500, json: { detail: "No." } }));
  await rows(page).nth(49).getByRole("link").click();
  await position(page, "50 of 51");
  await page.keyboard.press("j");
  await position(page, "Couldn’t load the list");
  const held = Promise.withResolvers<void>();
  await context.unroute(secondPage);
  await context.route(secondPage, (route) => held.promise.then(() => route.continue()));
  await page.keyboard.press("j");
  await position(page, "Loading…");
  expect(await accessibilityProblems(page)).toEqual([]);
  held.resolve();
  await position(page, "51 of 51");
  await page.keyboard.press("k");
  await position(page, "50 of 51");
});

test("counts each J pressed before the list has loaded", async () => {
  const slug = await publishForm(me, survey());
  await Promise.all([start(slug), start(slug), start(slug)]);
  const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/`));
  const { page, context } = await visitAs(me, null, wide);
  const held = Promise.withResolvers<void>();
  await context.route(/api.*responses\/\?/, (route) => held.promise.then(() => route.continue()));
  await page.goto(`/forms/${slug}/responses/${body.results[0].id}`);
  await drawer(page).getByText("No answers yet.").waitFor();
  await page.keyboard.press("j");
  await position(page, "Loading…");
  await page.keyboard.press("j");
  held.resolve();
  await position(page, "3 of 3");
  await page.keyboard.press("k");
  await position(page, "2 of 3");
});

test("keeps the list as it is and counts new responses until they are asked for", async () => {
  const slug = await publishForm(me, survey());
  await walk(slug, { name: "Ada" });
  const under = await start(slug);
  const { page } = await visitAs(me, null, { ...wide, colorScheme: "dark" });
  await page.clock.install();
  await page.goto(`/forms/${slug}/responses`);
  await count(page, "2 responses");
  await rows(page).nth(0).getByText("In progress").waitFor();
  await walk(slug, { name: "Bob" });
  await expecting(200, next(under, "name", "Cleo"));
  await page.clock.fastForward(10_000);
  await count(page, "3 responses");
  // the same rows with their latest content
  await rows(page).nth(0).getByRole("cell", { name: "Cleo" }).waitFor();
  expect(await rows(page).count()).toBe(2);
  await page.getByRole("button", { name: "Show 1 new" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("n");
  await rows(page).nth(2).waitFor();
  await page.getByRole("button", { name: "Show 1 new" }).waitFor({ state: "detached" });
});

test("selects responses to export and delete, and keeps the chosen columns", async () => {
  const slug = await publishForm(me, survey(), { title: "Lunch" });
  for (const name of ["Ada", "Bob", "Cleo"]) await walk(slug, { name, color: "red" });
  const { page } = await visitAs(me, `/forms/${slug}/responses`, wide);
  await rows(page).nth(1).getByRole("checkbox").check();
  await rows(page).nth(2).getByRole("checkbox").check();
  await page.getByRole("status").filter({ hasText: "2 selected" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export selected" }).click();
  const csv = await text(await (await downloading).createReadStream());
  expect(csv.trim().split("\r\n")).toEqual([
    expect.stringContaining(",About name [name],About color [color],About age [age]"),
    expect.stringContaining(",Bob,Red,"),
    expect.stringContaining(",Ada,Red,"),
  ]);
  await page.getByRole("button", { name: "Delete selected" }).click();
  await page.getByRole("dialog", { name: "Permanently delete 2 responses?" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Delete 2 responses" }).click();
  await page.getByText("2 responses deleted.").waitFor();
  await count(page, "1 response");
  expect(await rows(page).count()).toBe(1);

  await page.getByRole("button", { name: "Columns" }).click();
  const chooser = page.getByRole("dialog", { name: "Columns" });
  await chooser.getByRole("checkbox", { name: "About age" }).uncheck();
  await chooser.getByRole("checkbox", { name: "Version" }).check();
  await chooser.getByRole("checkbox", { name: "About color" }).focus();
  await chooser.getByRole("button", { name: "Move up: About color" }).press("Enter");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.reload();
  // the questions' columns come with the form's version, after the first rows
  await page.getByRole("columnheader", { name: "About color" }).waitFor();
  expect(await page.getByRole("columnheader").allInnerTexts()).toEqual([
    expect.stringMatching(/^Started\s/m),
    "About color",
    "About name",
    "Score",
    "Duration",
    "Version",
  ]);
});

test("filters by the reader's day, and names the zone of times", async () => {
  const slug = await publishForm(me, survey());
  await walk(slug, { name: "Ada", color: "red" });
  // a day ahead of UTC for most of the day
  const { page } = await visitAs(me, `/forms/${slug}/responses`, { ...wide, timezoneId: "Pacific/Kiritimati" });
  await page.getByRole("columnheader", { name: /Started\s*Kiritimati Time/ }).waitFor();
  const asked = page.waitForRequest((request) => request.url().includes("started_at_from"));
  await filterBy(page, "Today");
  const { searchParams } = new URL((await asked).url());
  expect(searchParams.get("started_at_from")).toBe(`${midnightIn("Pacific/Kiritimati")}+14:00`);
  await page.getByRole("button", { name: "Today: remove filter" }).waitFor();
  await rows(page).getByRole("link", { name: "Today" }).waitFor();
  await filterBy(page, "Custom dates…");
  const dialog = page.getByRole("dialog", { name: "Filter by date" });
  await dialog.getByText("midnight in your time zone").waitFor();
  await dialog.getByLabel("Started on or after").fill("2026-01-01");
  await dialog.getByLabel("Started on or before").fill("2026-01-02");
  await dialog.getByRole("button", { name: "Apply" }).click();
  await page.getByRole("button", { name: "Jan 1 – Jan 2: remove filter" }).waitFor();
  const { searchParams: inAddress } = new URL(page.url());
  expect(inAddress.get("started_at_to")).toBe("2026-01-02T23:59:59.999+14:00");
  expect(await accessibilityProblems(page)).toEqual([]);
});

const midnightIn = (timeZone: string): string => `${new Date().toLocaleDateString("sv", { timeZone })}T00:00:00`;

test("shows cards on a phone that open their response", async () => {
  const slug = await publishForm(me, survey());
  await walk(slug, { name: "Ada", color: "red" });
  const { page } = await visitAs(me, `/forms/${slug}/responses`, { viewport: { width: 360, height: 740 } });
  const card = page.getByRole("list", { name: "Responses" }).getByRole("link", { name: "Ada" });
  await card.waitFor();
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  expect(await accessibilityProblems(page)).toEqual([]);
  await card.click();
  await answers(page).getByText("Ada", { exact: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Close response" }).click();
  await card.waitFor();
});

test("tells the cards of people apart by who answered", async () => {
  const comment = node("comment", "long_text");
  const slug = await publishForm(me, chain(comment, node("who", "short_text"), node("city", "short_text")));
  await walk(slug, { comment: "All good.", who: "Ada", city: "Wien" });
  await walk(slug, { comment: "", who: "Bo", city: "Rom" });
  const { page } = await visitAs(me, `/forms/${slug}/responses`, { viewport: { width: 360, height: 740 } });
  const cards = page.getByRole("list", { name: "Responses" }).getByRole("link");
  await cards.first().waitFor();
  const [bo, ada] = await cards.allInnerTexts();
  expect(ada).toMatch(/Ada\s+All good\./);
  expect(bo).toContain("Bo");
  expect(bo).not.toContain("Rom");
});

test("opens files with the owner's sign-in, breaks long words and retries a failed delivery", async () => {
  const long = "Donaudampfschiff".repeat(10);
  const choices = { rows: [{ key: "a", label: long }], columns: ["x", "y"].map((value) => ({ value, label: long })) };
  const photo = node("photo", "file_upload", { accept: ["image/*"] });
  const slug = await publishForm(me, chain(photo, node("grid", "matrix", choices)), { title: "Photos" });
  const hook = { name: "Receiver", config: { url: receiver.url } };
  const { body: integration } = await expecting(201, me.post("/api/integrations/webhook/", hook));
  const attachment = { integration_id: integration.id, events: ["session.completed"] };
  await expecting(201, me.post(`/api/v2/form/${slug}/integrations/`, attachment));
  receiver.answer(status(500));
  const session = await start(slug);
  await expecting(200, next(session, "photo", [await uploaded(session, "photo", "me.png")]));
  await expecting(200, next(session, "grid", { a: "x" }));
  await expecting(200, complete(session));

  const { page } = await visitAs(me, `/forms/${slug}/responses/${session}`, { viewport: { width: 360, height: 740 } });
  const downloading = page.waitForEvent("download");
  await answers(page).getByRole("link", { name: "File 1" }).click();
  expect((await downloading).suggestedFilename()).toBe("me.png");
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360);
  await page.getByRole("tab", { name: "Deliveries" }).click();
  const deliveries = page.getByRole("list", { name: "Deliveries" });
  await deliveries.getByText("Failed (500)").waitFor();
  const sent = deliveries.getByRole("link").first();
  expect(await sent.getAttribute("href")).toMatch(/^\/integrations\/webhook\/[\w-]+\?delivery=[\w-]+$/);
  expect(await accessibilityProblems(page)).toEqual([]);
  receiver.answer(status(204));
  await deliveries.getByRole("button", { name: "Retry delivery to “Receiver”" }).first().click();
  await page.getByText("Retry started.").waitFor();
  await deliveries.getByText("Delivered (204)").waitFor();
});

test("says that an export was canceled or refused, and saves no file", async () => {
  const slug = await publishForm(me, survey());
  await walk(slug, { name: "Ada" });
  const { page, context, expect: expectComplaint } = await visitAs(me, `/forms/${slug}/responses`);
  expectComplaint(/status of 503/);
  await context.route("**/responses/export/**", () => undefined);
  await page.getByRole("button", { name: "Export" }).click();
  await page.getByRole("button", { name: "Export now" }).click();
  await page.getByRole("progressbar", { name: "Exporting" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByText("Export canceled after 0 responses. No file was saved.").waitFor();
  await context.unroute("**/responses/export/**");
  await context.route("**/responses/export/**", (route) => route.fulfill({ status: 503, json: { detail: "Later." } }));
  await page.getByLabel("Format").selectOption("NDJSON, one response per line");
  await page.getByRole("button", { name: "Export again" }).click();
  await page.getByRole("alert").filter({ hasText: "Later." }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});
