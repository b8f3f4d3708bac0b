import { text } from "node:stream/consumers";
import type { Page } from "playwright-core";
import {
  anonymous,
  complete,
  createForm,
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

/** A form's responses, as its owner reads them. */
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
const answers = (page: Page) => page.getByRole("list", { name: "Answers" });

async function uploaded(session: string, nodeId: string, name: string): Promise<string> {
  const form = new FormData();
  form.append("file", new File([pngOf(4, 4)], name));
  const encoded = new Response(form);
  const headers = { "content-type": encoded.headers.get("content-type") ?? "" };
  const raw = new Uint8Array(await encoded.arrayBuffer());
  const path = `/api/v2/r/session/${session}/upload/?node_id=${nodeId}`;
  return (await expecting(201, anonymous().post(path, undefined, { raw, headers }))).body.url;
}

test("a person finds responses by filters, reads them one after another, exports and erases them", async () => {
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
  await page.getByRole("link", { name: "3 responses to “Lunch”" }).click();
  await count(page, "4 responses");
  await page.getByLabel("Status").selectOption("Completed");
  await count(page, "3 responses");
  await page.getByRole("button", { name: "Score" }).click();
  await page.getByRole("columnheader", { name: "Score" }).and(page.locator("[aria-sort=descending]")).waitFor();
  expect(new URL(page.url()).search).toBe("?status=completed&ordering=-total_score");
  expect(await accessibilityProblems(page)).toEqual([]);

  await rows(page).nth(0).getByRole("link").click();
  await answers(page).getByText("Ada", { exact: true }).waitFor();
  await answers(page).getByText("5 points").waitFor();
  await count(page, "1 of 3");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("j");
  await answers(page).getByText("Blue, light").waitFor();
  await page.keyboard.press("j");
  await answers(page).getByText("Cleo", { exact: true }).waitFor();
  await answers(page).getByText("Skipped").waitFor();
  expect(await page.getByRole("button", { name: "Next" }).isDisabled()).toBe(true);
  await page.keyboard.press("k");
  await answers(page).getByText("Bob", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Erase" }).click();
  await page.getByRole("dialog", { name: "Erase this response for good?" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Erase for good" }).click();
  await answers(page).getByText("Cleo", { exact: true }).waitFor();
  await count(page, "2 of 2");
  // what is gone is not come back to
  await page.goBack();
  await answers(page).getByText("Cleo", { exact: true }).waitFor();
  await page.keyboard.press("u");
  await count(page, "2 responses");
  expect(await rows(page).count()).toBe(2);
  const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/`));
  expect(body.count).toBe(3);

  await page.keyboard.press("e");
  await page.getByText("2 responses: those that the filters leave.").waitFor();
  await page.getByLabel("A column of points for each scored question").check();
  expect(await accessibilityProblems(page)).toEqual([]);
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export now" }).click();
  const download = await downloading;
  await page.getByText(`${download.suggestedFilename()} is saved: 2 responses`).waitFor();
  expect(download.suggestedFilename()).toMatch(new RegExp(`^${slug}-responses-.*\\.csv$`));
  const csv = await text(await download.createReadStream());
  expect(csv.trim().split("\r\n")).toEqual([
    expect.stringContaining(",About name [name],About color [color],About age [age],score [color]"),
    expect.stringContaining(",Cleo,,36,"),
    expect.stringContaining(",Ada,Red,36,5"),
  ]);
});

test("who asks for the next response before the next page of the list has come goes on as soon as it has", async () => {
  const slug = await publishForm(me, survey());
  await Promise.all(Array.from({ length: 51 }, () => start(slug)));
  const { page, context, expect: expectComplaint } = await visitAs(me, `/forms/${slug}/responses`, wide);
  expectComplaint(/status of 500/);
  const secondPage = /responses\/\?.*page=2/;
  await context.route(secondPage, (route) => route.fulfill({ status: 500, json: { detail: "No." } }));
  await rows(page).nth(49).getByRole("link").click();
  await count(page, "50 of 51");
  await page.keyboard.press("j");
  await count(page, "The list could not be loaded");
  const held = Promise.withResolvers<void>();
  await context.unroute(secondPage);
  await context.route(secondPage, (route) => held.promise.then(() => route.continue()));
  await page.keyboard.press("j");
  await count(page, "Loading…");
  expect(await accessibilityProblems(page)).toEqual([]);
  held.resolve();
  await count(page, "51 of 51");
  await page.keyboard.press("k");
  await count(page, "50 of 51");
});

test("counts each J pressed before the list has loaded", async () => {
  const slug = await publishForm(me, survey());
  await Promise.all([start(slug), start(slug), start(slug)]);
  const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/`));
  const { page, context } = await visitAs(me, null, wide);
  const held = Promise.withResolvers<void>();
  await context.route(/api.*responses\/\?/, (route) => held.promise.then(() => route.continue()));
  await page.goto(`/forms/${slug}/responses/${body.results[0].id}`);
  await answers(page).waitFor();
  await page.keyboard.press("j");
  await count(page, "Loading…");
  await page.keyboard.press("j");
  held.resolve();
  await count(page, "3 of 3");
  await page.keyboard.press("k");
  await count(page, "2 of 3");
});

test("a list that somebody reads stands still: what is new is counted, and comes when it is asked for", async () => {
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
  // the rows are those from before, as they are now
  await rows(page).nth(0).getByRole("cell", { name: "1", exact: true }).first().waitFor();
  expect(await rows(page).count()).toBe(2);
  await page.getByRole("button", { name: "Show 1 new" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("n");
  await rows(page).nth(2).waitFor();
  await page.getByRole("button", { name: "Show 1 new" }).waitFor({ state: "detached" });
});

test("files open with the owner's sign-in, long words break, a delivery that failed is sent again", async () => {
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
  const deliveries = page.getByRole("table", { name: "Deliveries" });
  const delivered = (result: string) => deliveries.getByRole("row", { name: result }).first().waitFor();
  await delivered("Failed 500");
  const sent = deliveries.getByRole("link").first();
  expect(await sent.getAttribute("href")).toMatch(/^\/integrations\/webhook\/[\w-]+\?delivery=[\w-]+$/);
  expect(await accessibilityProblems(page)).toEqual([]);
  receiver.answer(status(204));
  await deliveries
    .getByRole("button", { name: /^Retry Response completed to “Receiver” of / })
    .first()
    .click();
  await page.getByText("Retry started.").waitFor();
  await delivered("Delivered 204");
});

test("an export that is stopped says so and leaves nothing; one that is refused says why", async () => {
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
  await page.getByText("Stopped after 0 responses. Nothing was saved").waitFor();
  await context.unroute("**/responses/export/**");
  await context.route("**/responses/export/**", (route) => route.fulfill({ status: 503, json: { detail: "Later." } }));
  await page.getByLabel("Format").selectOption("NDJSON, a line for each response");
  await page.getByRole("button", { name: "Export again" }).click();
  await page.getByRole("alert").filter({ hasText: "Later." }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("where nothing is, the next step is; what cannot be loaded is loaded by another try", async () => {
  const draft = await createForm(me, { title: "Draft" });
  const slug = await publishForm(me, survey(), { title: "Nobody yet" });
  const { page, context, expect: expectComplaint } = await visitAs(me, `/forms/${draft}/responses`);
  expectComplaint(/status of (404|500)|ERR_INTERNET_DISCONNECTED/);
  await page.getByText("publish it first").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("link", { name: "To the builder" }).click();
  await page.getByRole("button", { name: "Publish" }).waitFor();

  await page.goto(`/forms/${slug}/responses`);
  await page.getByRole("link", { name: "Open form" }).waitFor();
  expect(await page.getByRole("link", { name: "Open form" }).getAttribute("href")).toMatch(new RegExp(`/f/${slug}$`));
  await page.getByLabel("Status").selectOption("Abandoned");
  await page.getByText("No response matches.").waitFor();
  await page.getByRole("link", { name: "Show all responses" }).click();
  await page.getByText("No responses yet").waitFor();
  await page.goto(`/forms/${slug}/responses?started_at_from=2026-02-02&started_at_to=2026-02-01`);
  await page.getByText("The first day is after the last").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await context.route("**/responses/?*", (route) =>
    route.fulfill({ status: 500, headers: { "x-request-id": "req-1" }, json: { detail: "Something went wrong." } }),
  );
  await page.goto(`/forms/${slug}/responses`);
  await page.getByText("Request ID req-1").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await context.unroute("**/responses/?*");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByText("No responses yet").waitFor();
  await context.setOffline(true);
  await page.getByLabel("Status").selectOption("Completed");
  await page.getByText("You’re offline.").waitFor();
  await context.setOffline(false);
  await page.getByText("No response matches.").waitFor();

  await page.goto(`/forms/${slug}/responses/${"01a1fa9d-1dc7-7515-a554-3b6694e9e6ac"}`);
  await page.getByRole("heading", { name: "There is no such response" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("single keys do nothing while somebody types, nor after they were turned off", async () => {
  const slug = await publishForm(me, survey());
  await walk(slug, { name: "Ada" });
  const { page } = await visitAs(me, `/forms/${slug}/responses`, wide);
  await count(page, "1 response");
  await page.keyboard.press("/");
  await page.keyboard.type("ada e?");
  expect(await page.getByLabel("Search").inputValue()).toBe("ada e?");
  expect(await page.getByRole("dialog").count()).toBe(0);
  await page.getByRole("button", { name: "Keyboard shortcuts" }).click();
  await page
    .getByRole("dialog", { name: "Keyboard shortcuts" })
    .getByLabel("Enable single-key shortcuts in this browser")
    .uncheck();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("heading", { name: "Responses", level: 1 }).click();
  await page.keyboard.press("?");
  await page.keyboard.press("e");
  expect(await page.getByRole("dialog").count()).toBe(0);
});
