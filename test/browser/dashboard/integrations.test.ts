import type { Page } from "playwright-core";
import { expecting, type Owner, owner, publishForm, walk } from "../../support/api.ts";
import { eventually } from "../../support/eventually.ts";
import { type Product, startProduct, type Way } from "../../support/product.ts";
import { type Providers, startProviders } from "../../support/providers/all.ts";
import { ok, type Receiver, startReceiver, status } from "../../support/receiver.ts";
import { share } from "../../support/run.ts";
import { survey } from "../../support/sampleGraphs.ts";
import { accessibilityProblems, visitAs } from "../support/browser.ts";

/** Integrations from the first webhook to the last delivery, with a receiver and providers on this machine. */
declare const way: Way;
let product: Product;
let providers: Providers;
let receiver: Receiver;
let me: Owner;
let slug: string;

beforeAll(async () => {
  providers = await startProviders();
  product = await startProduct({ way, env: { ...providers.env, DELIVERY_SCHEDULE: "1s,1s" } });
  share(way, product.url);
  receiver = await startReceiver();
});
beforeEach(async () => {
  me = await owner();
  slug = await publishForm(me, survey(), { title: "Lunch" });
  receiver.answer(ok);
});
afterAll(async () => {
  await product?.stop();
  await providers?.close();
  await receiver?.close();
});

const desk = { viewport: { width: 1280, height: 900 } };
const deliveriesOf = (page: Page, name: RegExp) =>
  page.getByRole("region", { name: "Deliveries" }).getByRole("row", { name });

/** Somebody answers, the receiver is told, and the page has a look at its deliveries, as it does every quarter of a minute. */
async function walkAndSee(page: Page, name: string): Promise<void> {
  await walk(slug, { name });
  await eventually(() => expect(receiver.received.at(-1)?.body).toContain(name));
  await page.clock.fastForward(15_000);
}

/** A webhook to the receiver, attached to the form. */
async function attachedWebhook(): Promise<string> {
  const webhook = { name: "Our CRM", config: { url: receiver.url } };
  const { body } = await expecting(201, me.post("/api/integrations/webhook/", webhook));
  const attachment = { integration_id: body.id, events: ["session.completed"] };
  await expecting(201, me.post(`/api/v2/form/${slug}/integrations/`, attachment));
  return body.id;
}

test("a webhook is made by keyboard, tested and attached; a response arrives there, and is seen with its bodies", async () => {
  const { page, context, expect: expectComplaint } = await visitAs(me, null);
  await page.clock.install();
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.goto("/integrations");
  await page.getByRole("heading", { name: "No integrations yet" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "New integration" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "New integration" });
  await dialog.getByLabel("Name").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.type("Our CRM");
  await page.keyboard.press("Tab");
  await page.keyboard.type("ftp://example.com");
  expectComplaint(/status of 400/);
  await page.keyboard.press("Enter");
  await dialog.getByText("must be an http or https URL", { exact: false }).waitFor();
  await dialog.getByLabel("URL", { exact: true }).fill(`${receiver.url}/in`);
  await dialog.getByRole("button", { name: "Add row" }).press("Enter");
  await dialog.getByLabel("Headers 1: name").fill("X-Team");
  await dialog.getByLabel("Headers 1: value").fill("nobody may see this");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Our CRM", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Send test" }).press("Enter");
  await page.getByText(/The receiver responded with 200 in/).waitFor();
  expect(receiver.received.at(-1)).toMatchObject({ path: "/in", headers: { "x-team": "nobody may see this" } });
  await page.getByRole("button", { name: "Show request and response" }).press("Enter");
  await page.getByRole("dialog").getByRole("region", { name: "Response: body" }).getByText("thanks").waitFor();
  expect(await page.content()).not.toContain("nobody may see this");
  await page.keyboard.press("Escape");

  await page.goto(`/forms/${slug}/build`);
  await page
    .getByRole("navigation", { name: "Pages of this form" })
    .getByRole("link", { name: "Integrations" })
    .click();
  await page.getByRole("heading", { name: "No integrations attached" }).waitFor();
  await page.getByRole("button", { name: "Attach integration" }).click();
  await page.getByRole("dialog").getByLabel("Response started").check();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Attach", exact: true }).click();
  const row = page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: "Our CRM" }) });
  await row.getByLabel("Response started").uncheck();
  await row.getByLabel("Email me when deliveries keep failing").check();
  await eventually(async () => {
    const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/integrations/`));
    expect(body.results).toMatchObject([{ events: ["session.completed"], notify_on_failure: true }]);
  });
  expect(await accessibilityProblems(page)).toEqual([]);
  await row.getByRole("link", { name: "Our CRM" }).click();
  await page.getByRole("heading", { name: "Our CRM", level: 1 }).waitFor();
  await walkAndSee(page, "O'Hara");
  await deliveriesOf(page, /Delivered 200 Response completed/).waitFor();
  await page.getByRole("link", { name: /^Show Response completed/ }).click();
  const delivery = page.getByRole("dialog", { name: "Response completed: delivered" });
  await delivery.getByRole("region", { name: "Request: body" }).getByText(`"O'Hara"`).waitFor();
  expect(new URL(page.url()).searchParams.get("delivery")).toMatch(/^[0-9a-f-]{36}$/);
  expect(await accessibilityProblems(page)).toEqual([]);
  await delivery.getByRole("button", { name: "Copy as cURL" }).click();
  await delivery.getByRole("button", { name: "Copied" }).waitFor();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toContain(`curl --globoff --request POST '${receiver.url}/in'`);
  expect(command).toContain(`O'\\''Hara`);
});

test("what is written in an integration while it is being saved stays, where whoever writes it is", async () => {
  const id = await attachedWebhook();
  const { page, context } = await visitAs(me, `/integrations/webhook/${id}`, desk);
  const held = Promise.withResolvers<void>();
  await context.route(`**/api/integrations/webhook/${id}/`, async (route) => {
    if (route.request().method() === "PATCH") await held.promise;
    await route.continue();
  });
  await page.getByLabel("Name", { exact: true }).fill("CRM");
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await page.getByRole("button", { name: "Save changes" }).click();
  await sent;
  const address = page.getByLabel("URL", { exact: true });
  await address.fill(`${receiver.url}/later`);
  held.resolve();
  await page.getByRole("heading", { name: "CRM", level: 1 }).waitFor();
  // until then Enter would send the same once more, which it does not
  await page.locator("[data-busy]").waitFor({ state: "detached" });
  expect([await address.inputValue(), await address.evaluate((it) => it === document.activeElement)]).toEqual([
    `${receiver.url}/later`,
    true,
  ]);
  await page.keyboard.press("Enter");
  await eventually(async () => {
    const { body } = await expecting(200, me.get("/api/integrations/"));
    expect(body.results).toMatchObject([{ name: "CRM", config: { url: `${receiver.url}/later` } }]);
  });
});

test("what fails is delivered again: by itself, by hand, all that matches; one that is gone is switched on again", async () => {
  const id = await attachedWebhook();
  receiver.answer(status(503, {}, "down for a while"));
  const { page } = await visitAs(me, null, { ...desk, colorScheme: "dark" });
  await page.clock.install();
  await page.goto(`/integrations/webhook/${id}`);
  await page.getByText("No deliveries yet").waitFor();
  await walkAndSee(page, "Ada");
  await deliveriesOf(page, /Failed 503 .* 3 – /).waitFor();
  expect(await page.getByText("3 attempts", { exact: true }).count()).toBe(1);
  expect(await accessibilityProblems(page)).toEqual([]);
  receiver.answer(ok);
  const before = receiver.received.length;
  await deliveriesOf(page, /Failed 503 .* 3 – /)
    .getByRole("button", { name: /^Retry / })
    .click();
  await deliveriesOf(page, /Delivered 200/).waitFor();
  expect(receiver.received.length).toBe(before + 1);

  receiver.answer(status(500));
  await walkAndSee(page, "Grace");
  await deliveriesOf(page, /Failed 500 .* 3 – /).waitFor();
  await page.getByLabel("Result").selectOption("Failed");
  await deliveriesOf(page, /Delivered/).waitFor({ state: "detached" });
  expect(new URL(page.url()).search).toBe("?status=error");
  receiver.answer(ok);
  await page.getByRole("button", { name: "Replay 6 matches" }).click();
  await page.getByText("Filters: Failed.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Replay", exact: true }).click();
  await page.getByText("Replay started for 1 event.").waitFor();
  await eventually(() => expect(receiver.received.at(-1)?.body).toContain("Grace"));
  await page.getByLabel("Result").selectOption("All");
  await deliveriesOf(page, /Delivered 200/)
    .nth(1)
    .waitFor();

  receiver.answer(status(410));
  await walkAndSee(page, "Edith");
  await deliveriesOf(page, /Failed 410/).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Enable" }).click();
  await page.getByText("“Our CRM” enabled.").waitFor();
  await page.getByRole("button", { name: "Enable" }).waitFor({ state: "detached" });
});

test("what somebody else has changed meanwhile is not overwritten unseen; a new secret is shown once; what is deleted names its forms", async () => {
  const id = await attachedWebhook();
  const { page } = await visitAs(me, `/integrations/webhook/${id}`, desk);
  await page.getByLabel("URL", { exact: true }).fill(`${receiver.url}/mine`);
  const theirs = { name: "Their CRM", config: { url: `${receiver.url}/theirs` } };
  await expecting(200, me.patch(`/api/integrations/webhook/${id}/`, theirs));
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText(`URL is now “${receiver.url}/theirs”.`).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Keep mine" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Changes saved.").waitFor();
  const list = await expecting(200, me.get("/api/integrations/webhook/"));
  expect(list.body.results[0]).toMatchObject({ name: "Their CRM", config: { url: `${receiver.url}/mine` } });

  await page.getByRole("button", { name: "Rotate secret" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Rotate secret" }).click();
  const shown = page.getByRole("dialog", { name: "New signing secret" });
  const secret = await shown.getByLabel("Signing secret").inputValue();
  expect(secret).toMatch(/^whsec_/);
  expect(await accessibilityProblems(page)).toEqual([]);
  await shown.getByLabel("I’ve saved it").check();
  await shown.getByRole("button", { name: "Done" }).click();
  await shown.waitFor({ state: "detached" });
  expect(await page.content()).not.toContain(secret);

  await page.getByRole("button", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("listitem").filter({ hasText: "Lunch" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("heading", { name: "No integrations yet" }).waitFor();
  await page.goto(`/integrations/webhook/${id}`);
  await page.getByRole("heading", { name: "Integration not found" }).waitFor();
});

test("a provider's consent comes back to the integration that it made, and one that was refused says why", async () => {
  const { page, expect: expectComplaint } = await visitAs(me, "/integrations");
  // the provider's own page
  expectComplaint(new RegExp(`a request to ${providers.google_sheets.url}`));
  const begin = async () => {
    await page.getByRole("button", { name: "New integration" }).click();
    await page.getByLabel("Type").last().selectOption("Google Sheets");
    await page.getByRole("dialog").getByLabel("Name").fill("Guest list");
    await page.getByRole("button", { name: "Continue to Google Sheets" }).click();
  };
  providers.google_sheets.consent.denyNext();
  await begin();
  await page.getByText("Authorization was denied, so nothing was connected.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await begin();
  await page.getByRole("heading", { name: "Guest list", level: 1 }).waitFor();
  await page.getByText("Connected. Fill in the required settings below.").waitFor();
  await page.getByLabel("Spreadsheet ID").fill("sheet-1");
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Changes saved.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const { body } = await expecting(200, me.get("/api/integrations/google_sheets/"));
  expect(body.results).toMatchObject([
    { name: "Guest list", status: "connected", config: { spreadsheet_id: "sheet-1" } },
  ]);
});

test("a delivery leads to its response; settings that are not saved are asked about before the page is left", async () => {
  const id = await attachedWebhook();
  const session = await walk(slug, { name: "Ada" });
  const { page } = await visitAs(me, `/integrations/webhook/${id}`, desk);
  await page.getByLabel("Name", { exact: true }).fill("Typed");
  await page.getByRole("link", { name: /^Show Response completed/ }).click();
  await page
    .getByRole("dialog", { name: "Response completed: delivered" })
    .getByRole("link", { name: session })
    .click();
  await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Stay" }).click();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Typed");
  await page.getByRole("dialog").getByRole("link", { name: session }).click();
  await page.getByRole("button", { name: "Leave without saving" }).click();
  const answers = page.getByRole("complementary", { name: "Response" });
  await answers.getByText("Ada", { exact: true }).waitFor();
});

test("two tabs that tick different events of one form both count", async () => {
  await attachedWebhook();
  const { page, context } = await visitAs(me, `/forms/${slug}/integrations`);
  const other = await context.newPage();
  await other.goto(`/forms/${slug}/integrations`);
  await other.getByLabel("Response abandoned").check();
  await other.getByRole("checkbox", { name: "Enabled" }).waitFor();
  const eventsOf = async () =>
    (await expecting(200, me.get(`/api/v2/form/${slug}/integrations/`))).body.results[0].events;
  await eventually(async () => expect(await eventsOf()).toContain("session.abandoned"));
  await page.getByLabel("Response started").check();
  await eventually(async () => expect(await eventsOf()).toContain("session.started"));
  expect(new Set(await eventsOf())).toEqual(new Set(["session.completed", "session.abandoned", "session.started"]));
});

test("a consent that cannot be finished, since it is used, made up or nobody is signed in, ends on a page that says so", async () => {
  const { page, loseSignIn, expect: expectComplaint } = await visitAs(me, "/");
  expectComplaint(/status of 40[01]/);
  const listed = page.waitForResponse(/\/api\/integrations\/\?/);
  await page.goto("/api/integrations/google_sheets/callback/?state=made-up&code=1");
  await page.getByText("The authorization expired, was already used").waitFor();
  await listed;
  await loseSignIn();
  await page.goto("/api/integrations/google_sheets/callback/?state=made-up&code=1");
  await page.getByRole("link", { name: "Already have an account? Sign in" }).click();
  await page.getByLabel("Email").fill(me.email);
  await page.getByLabel("Password").fill(me.password);
  await page.keyboard.press("Enter");
  await page.getByText("The authorization expired, was already used").waitFor();
});
