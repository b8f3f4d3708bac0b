import type { Page } from "playwright-core";
import { expecting, type Owner, owner, publishForm, walk } from "../../support/api.ts";
import { eventually } from "../../support/eventually.ts";
import { type Product, startProduct, type Way } from "../../support/product.ts";
import { type Providers, startProviders } from "../../support/providers/all.ts";
import { ok, type Receiver, startReceiver, status } from "../../support/receiver.ts";
import { share } from "../../support/run.ts";
import { survey } from "../../support/sampleGraphs.ts";
import { accessibilityProblems, visitAs } from "../support/browser.ts";

/** Integrations and their deliveries, with a receiver and providers on this machine. */
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
  page.getByRole("list", { name: "Deliveries" }).getByRole("link", { name });

/** Sends a response, waits for the receiver, and lets the page reload its deliveries, as it does every 15 seconds. */
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

it("creates, tests and attaches a webhook by keyboard, and shows its delivery", async () => {
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
  await page.keyboard.press("Escape");
  await page.getByText("Press Esc again to discard what you typed.").waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.type("example.com/in");
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
  expect(await page.getByRole("button", { name: /^Replay/ }).count()).toBe(0);
  await page.getByRole("tab", { name: "Response" }).press("Enter");
  await page.getByRole("region", { name: "Response: body" }).getByText("thanks").waitFor();
  expect(await page.content()).not.toContain("nobody may see this");

  await page.goto(`/forms/${slug}/build`);
  await page
    .getByRole("navigation", { name: "Pages of this form" })
    .getByRole("link", { name: "Integrations" })
    .click();
  await page.getByRole("heading", { name: "No integrations attached" }).waitFor();
  await page.getByRole("button", { name: "Add integration" }).click();
  await page.getByRole("dialog").getByLabel("Response started").check();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Attach", exact: true }).click();
  const row = page.getByRole("row").filter({ has: page.getByRole("heading", { name: "Our CRM" }) });
  await row.getByRole("button", { name: "Our CRM", exact: true }).press("Enter");
  const options = page.getByRole("dialog", { name: "Our CRM" });
  await options.getByLabel("Response started").uncheck();
  await options.getByLabel("Email me when deliveries keep failing").check();
  await options.getByRole("button", { name: "Add condition" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await options.getByRole("button", { name: "Save changes" }).click();
  await eventually(async () => {
    const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/integrations/`));
    expect(body.results).toMatchObject([{ events: ["session.completed"], notify_on_failure: true }]);
  });
  expect(await accessibilityProblems(page)).toEqual([]);
  await row.getByRole("button", { name: "Actions for “Our CRM”" }).click();
  await page.getByRole("menuitem", { name: "Open integration" }).click();
  await page.getByRole("heading", { name: "Our CRM", level: 1 }).waitFor();
  await walkAndSee(page, "O'Hara");
  await deliveriesOf(page, /Response completed 200 Delivered · Lunch \d+ ms · /).click();
  const delivery = page.getByRole("region", { name: "Delivery", exact: true });
  await delivery.getByRole("region", { name: "Request: body" }).getByText(`"O'Hara"`).waitFor();
  await delivery.getByText("Lunch", { exact: true }).waitFor();
  expect(new URL(page.url()).searchParams.get("delivery")).toMatch(/^[0-9a-f-]{36}$/);
  expect(await accessibilityProblems(page)).toEqual([]);
  await delivery.getByRole("button", { name: "Copy as cURL" }).click();
  await delivery.getByRole("button", { name: "Copied" }).waitFor();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  expect(command).toContain(`curl --globoff --request POST '${receiver.url}/in'`);
  expect(command).toContain(`O'\\''Hara`);
});

it("keeps edits and the focus while an integration is saving", async () => {
  const id = await attachedWebhook();
  const { page, context } = await visitAs(me, `/integrations/webhook/${id}`, desk);
  const held = Promise.withResolvers<void>();
  await context.route(`**/api/integrations/webhook/${id}/`, async (route) => {
    if (route.request().method() === "PATCH") await held.promise;
    await route.continue();
  });
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByLabel("Name", { exact: true }).fill("CRM");
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await page.getByRole("button", { name: "Save changes" }).click();
  await sent;
  const address = page.getByLabel("URL", { exact: true });
  await address.fill(`${receiver.url}/later`);
  held.resolve();
  await page.getByRole("heading", { name: "CRM", level: 1 }).waitFor();
  // until the save is complete, Enter doesn't save again
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

it("shows attempts, retries and replays deliveries, and enables an integration", async () => {
  const id = await attachedWebhook();
  receiver.answer(status(503, {}, "down for a while"));
  const { page } = await visitAs(me, null, { ...desk, colorScheme: "dark" });
  await page.clock.install();
  await page.goto(`/integrations/webhook/${id}`);
  await page.getByText("No deliveries yet").waitFor();
  await walkAndSee(page, "Ada");
  await deliveriesOf(page, /Response completed 503 Failed · .* Attempt 3 · \d+ ms · .*:\d\d:\d\d/).click();
  expect(await deliveriesOf(page, / Failed, retried /).count()).toBe(2);
  const attempts = page.getByRole("region", { name: "Delivery", exact: true }).getByRole("listitem");
  await eventually(async () =>
    expect(await attempts.allInnerTexts()).toEqual(Array(3).fill(expect.stringMatching(/^Failed with 503, /))),
  );
  expect(await accessibilityProblems(page)).toEqual([]);
  receiver.answer(ok);
  const before = receiver.received.length;
  await page.getByRole("button", { name: "Retry now" }).click();
  await deliveriesOf(page, /200 Delivered/).waitFor();
  expect(receiver.received.length).toBe(before + 1);

  receiver.answer(status(500));
  await walkAndSee(page, "Grace");
  await deliveriesOf(page, /Response completed 500 Failed · .* Attempt 3/).waitFor();
  await page.getByRole("radio", { name: "Failed" }).check({ force: true });
  await deliveriesOf(page, /Delivered/).waitFor({ state: "detached" });
  expect(new URL(page.url()).search).toBe("?status=error");
  receiver.answer(ok);
  await page.getByRole("button", { name: "Replay", exact: true }).click();
  await page.getByText("Filters: Failed.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("dialog").getByRole("button", { name: "Replay" }).click();
  await page.getByText("Replay started for 1 event.").waitFor();
  await eventually(() => expect(receiver.received.at(-1)?.body).toContain("Grace"));
  await page.getByRole("radio", { name: "All" }).check({ force: true });
  await deliveriesOf(page, /200 Delivered/)
    .nth(1)
    .waitFor();

  receiver.answer(status(410));
  await walkAndSee(page, "Edith");
  await deliveriesOf(page, /410 Failed/).waitFor();
  await page.reload();
  await page.getByRole("button", { name: "Enable" }).click();
  await page.getByText("“Our CRM” enabled.").waitFor();
  await page.getByRole("button", { name: "Enable" }).waitFor({ state: "detached" });
});

it("asks about changes made elsewhere, rotates the secret and names the forms before deleting", async () => {
  const id = await attachedWebhook();
  const { page } = await visitAs(me, `/integrations/webhook/${id}?tab=settings`, desk);
  await page.getByLabel("URL", { exact: true }).fill(`${receiver.url}/mine`);
  const theirs = { name: "Their CRM", config: { url: `${receiver.url}/theirs` } };
  await expecting(200, me.patch(`/api/integrations/webhook/${id}/`, theirs));
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByRole("group", { name: "URL" }).getByText(`${receiver.url}/theirs`).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Keep mine" }).click();
  await page.getByRole("button", { name: "Save changes" }).click();
  await page.getByText("Changes saved.").waitFor();
  const list = await expecting(200, me.get("/api/integrations/webhook/"));
  expect(list.body.results[0]).toMatchObject({ name: "Their CRM", config: { url: `${receiver.url}/mine` } });

  await page.getByRole("tab", { name: "Signing secret" }).click();
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

  await page.getByRole("button", { name: /^Actions for/ }).click();
  await page.getByRole("menuitem", { name: "Delete" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("listitem").filter({ hasText: "Lunch" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("heading", { name: "No integrations yet" }).waitFor();
  await page.goto(`/integrations/webhook/${id}`);
  await page.getByRole("heading", { name: "Integration not found" }).waitFor();
});

it("connects with OAuth and shows why an authorization failed", async () => {
  const { page, expect: expectComplaint } = await visitAs(me, "/integrations");
  // the provider's own page
  expectComplaint(new RegExp(`a request to ${providers.google_sheets.url}`));
  const begin = async () => {
    await page.getByRole("button", { name: "New integration" }).click();
    await page.getByRole("dialog").getByLabel("Type").selectOption("Google Sheets");
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

it("keeps unsaved settings across tabs and asks before leaving for the response", async () => {
  const id = await attachedWebhook();
  await walk(slug, { name: "Ada" });
  const { page } = await visitAs(me, `/integrations/webhook/${id}`, desk);
  await page.getByRole("tab", { name: "Settings" }).click();
  await page.getByLabel("Name", { exact: true }).fill("Typed");
  await page.getByRole("tab", { name: "Deliveries" }).click();
  await page.getByRole("link", { name: "Open response" }).click();
  await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Stay" }).click();
  await page.getByRole("tab", { name: "Settings" }).click();
  expect(await page.getByLabel("Name", { exact: true }).inputValue()).toBe("Typed");
  await page.getByRole("tab", { name: "Deliveries" }).click();
  await page.getByRole("link", { name: "Open response" }).click();
  await page.getByRole("button", { name: "Leave without saving" }).click();
  const answers = page.getByRole("complementary", { name: "Response" });
  await answers.getByText("Ada", { exact: true }).waitFor();
});

it("merges events selected in two tabs", async () => {
  await attachedWebhook();
  const { page, context } = await visitAs(me, `/forms/${slug}/integrations`);
  const other = await context.newPage();
  await other.goto(`/forms/${slug}/integrations`);
  for (const one of [page, other]) await one.getByRole("button", { name: "Our CRM", exact: true }).click();
  await other.getByLabel("Response abandoned").check();
  await other.getByRole("button", { name: "Save changes" }).click();
  const eventsOf = async () =>
    (await expecting(200, me.get(`/api/v2/form/${slug}/integrations/`))).body.results[0].events;
  await eventually(async () => expect(await eventsOf()).toContain("session.abandoned"));
  await page.getByLabel("Response started").check();
  await page.getByRole("button", { name: "Save changes" }).click();
  await eventually(async () => expect(await eventsOf()).toContain("session.started"));
  expect(new Set(await eventsOf())).toEqual(new Set(["session.completed", "session.abandoned", "session.started"]));
});

it("attaches an integration that is created on a form's page, and turns its events off", async () => {
  const { page } = await visitAs(me, `/forms/${slug}/integrations`);
  await page.getByText("Post each response to a channel.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Add Webhook" }).click();
  const dialog = page.getByRole("dialog", { name: "New integration" });
  await dialog.getByLabel("Name").fill("Our CRM");
  await dialog.getByLabel("URL", { exact: true }).fill(receiver.url);
  await dialog.getByRole("button", { name: "Create" }).click();
  await page.getByRole("row").getByText(new URL(receiver.url).host, { exact: false }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/forms/${slug}/integrations`);
  expect(await accessibilityProblems(page)).toEqual([]);
  const attachments = async () => (await expecting(200, me.get(`/api/v2/form/${slug}/integrations/`))).body.results;
  expect(await attachments()).toMatchObject([{ events: ["session.completed"], is_enabled: true }]);
  await page.getByRole("switch", { name: "“Our CRM” receives events" }).press("Space");
  await eventually(async () => expect(await attachments()).toMatchObject([{ is_enabled: false }]));
  await page.getByRole("row").getByText("Disabled").waitFor();
});

it("explains an authorization that can’t be finished", async () => {
  const { page, loseSignIn, expect: expectComplaint } = await visitAs(me, "/");
  expectComplaint(/status of 40[01]/);
  await page.goto("/api/integrations/google_sheets/callback/?state=made-up&code=1");
  await page.getByText("The authorization expired, was already used").waitFor();
  // a page that asks for nothing, because a response would renew the sign-in
  await page.goto("about:blank");
  await loseSignIn();
  await page.goto("/api/integrations/google_sheets/callback/?state=made-up&code=1");
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByLabel("Email").fill(me.email);
  await page.getByLabel("Password").fill(me.password);
  await page.keyboard.press("Enter");
  await page.getByText("The authorization expired, was already used").waitFor();
});
