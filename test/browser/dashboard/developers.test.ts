import { client, expecting, type Owner, owner, signedIn } from "../../support/api.ts";
import { eventually } from "../../support/eventually.ts";
import { accessibilityProblems, problemsDayAndNight, visitAs } from "../support/browser.ts";

/** API keys and API usage. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

test("shows a key once, accepts it, and refuses it after it is revoked", async () => {
  const { page } = await visitAs(me, "/");
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("link", { name: "API keys" }).click();
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByRole("dialog", { name: "New key" }).waitFor();
  await page.keyboard.type("Importer");
  await page.getByLabel("Expires").selectOption("After 30 days");
  await page.getByRole("button", { name: "Create key" }).click();
  const dialog = page.getByRole("dialog", { name: "Key created" });
  const key = await dialog.getByLabel("Key", { exact: true }).inputValue();
  expect(key).toMatch(/^pf_/);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  expect(await dialog.getByRole("button", { name: "Done" }).isDisabled()).toBe(true);
  await dialog.getByLabel("I’ve saved it").check();
  await dialog.getByRole("button", { name: "Done" }).click();
  const row = page.getByRole("table", { name: "API keys" }).getByRole("row").filter({ hasText: "Importer" });
  await row.getByText(`${key.slice(0, 11)}…`).waitFor();
  expect(await page.content()).not.toContain(key);
  expect(await accessibilityProblems(page)).toEqual([]);
  const byKey = client({ authorization: `Bearer ${key}` });
  await expecting(200, byKey.get("/api/v2/form/"));
  await row.getByRole("button", { name: "Actions for Importer" }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await row.waitFor({ state: "detached" });
  await page.getByRole("radio", { name: /^Expired and revoked/ }).check({ force: true });
  await row.getByText("Inactive").waitFor();
  await expecting(401, byKey.get("/api/v2/form/"));
});

test("gives an assistant a key, and notices its first request", async () => {
  const { page } = await visitAs(me, "/developers/assistants");
  const tools = page.getByRole("region", { name: "Tools" });
  await page.getByRole("radio", { name: /^Read results/ }).check({ force: true });
  await tools.getByText("This key can’t use create_form, save_draft, and publish_form.").waitFor();
  await page.getByRole("radio", { name: /^Build forms/ }).check({ force: true });
  await tools.getByText("11 of 13 with this key").waitFor();
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByText("Waiting for the first request").waitFor();
  const { mcpServers } = JSON.parse(await page.getByLabel("Configuration").inputValue());
  expect(await problemsDayAndNight(page)).toEqual([]);
  const { url, headers } = mcpServers.pathform;
  const made = { name: "create_form", arguments: { title: "Mood" } };
  const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: made };
  const reply = await fetch(url, {
    method: "POST",
    headers: { ...headers, "content-type": "application/json" },
    body: JSON.stringify(message),
  });
  expect(reply.status).toBe(200);
  await page.getByText(/^Connected\. Last request: Today/).waitFor();
  await page.getByRole("region", { name: "Recent changes" }).getByText("created Mood").waitFor();
  // the key is shown once
  await page.reload();
  await page.getByRole("radio", { name: /^Existing key/ }).check({ force: true });
  await page.getByText("Connected").waitFor();
  expect(await page.content()).not.toContain(headers.Authorization.replace("Bearer ", ""));
});

test("closes no later dialog when the request of a closed one completes", async () => {
  const { page, context } = await visitAs(me, "/developers/keys");
  await expecting(201, signedIn(me.cookie).post("/api/account/api-keys/", { name: "Old" }));
  await page.reload();
  const held = Promise.withResolvers<void>();
  await context.route("**/api/account/api-keys/*/", async (route) => {
    await held.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Actions for Old" }).click();
  await page.getByRole("menuitem", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name").fill("Next");
  held.resolve();
  await page.getByText("“Old” revoked").waitFor();
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("dialog", { name: "Key created" }).waitFor();
});

test("shows usage as a plot and as tables, also of a single key", async () => {
  const account = await owner();
  await Promise.all(Array.from({ length: 3 }, () => account.get("/api/v2/form/")));
  await account.get("/api/v2/form/none/");
  await eventually(async () => {
    const { body } = await expecting(200, signedIn(account.cookie).get("/api/account/usage/"));
    const { requests } = body.by_key.find(({ key_id: id }: { key_id: string | null }) => id !== null) ?? {};
    expect(requests).toBe(4);
  }, 60);
  const { page } = await visitAs(account, "/developers/usage");
  await page.getByRole("img", { name: /^Requests by day: \d+ in 30 days, 1 error/ }).waitFor();
  await page.getByRole("img", { name: /^Errors by day: 1 in 30 days/ }).waitFor();
  const endpoint = page.getByRole("row", { name: "GET /api/v2/form/ " });
  await endpoint.getByText(/ ms$/).first().waitFor();
  expect(await problemsDayAndNight(page)).toEqual([]);
  await page.getByLabel("Period").selectOption("Last 7 days");
  await page.getByRole("img", { name: / in 7 days, / }).waitFor();
  await page.getByRole("button", { name: "Show table: Requests by day" }).click();
  const rows = page.getByRole("table", { name: "Requests by day" }).getByRole("row");
  await rows.first().waitFor();
  expect(await rows.count()).toBe(8);
  await page.getByRole("link", { name: /^Tests \(pf_/ }).click();
  await page.waitForURL(/\?days=7&key=/);
  await page.getByRole("img", { name: /^Requests by day: 4 in 7 days/ }).waitFor();
  expect(await problemsDayAndNight(page)).toEqual([]);
});

test("shows that an API key doesn’t exist, and links to all requests", async () => {
  const { page, expect: expectComplaint } = await visitAs(me, null);
  expectComplaint(/status of 40[03]/);
  const { body } = await expecting(200, signedIn((await owner()).cookie).get("/api/account/api-keys/"));
  for (const key of [body.results[0].id, "11111111-1111-4111-8111-111111111111"]) {
    await page.goto(`/developers/usage?days=7&key=${key}`);
    await page.getByRole("heading", { name: "API key not found" }).waitFor();
    expect(await page.getByLabel("Key").locator(":checked").textContent()).toBe(`Key ${key.slice(0, 8)}…`);
    expect(await accessibilityProblems(page)).toEqual([]);
    await page.getByRole("link", { name: "Show all requests" }).click();
    await page.getByText("Error rate").first().waitFor();
    expect(new URL(page.url()).search).toBe("?days=7");
  }
});

test("creates one key on a double click", async () => {
  const account = await owner();
  const { page } = await visitAs(account, "/developers/keys");
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name").fill("Once");
  await page.getByRole("button", { name: "Create key" }).dblclick();
  await page.getByRole("dialog", { name: "Key created" }).waitFor();
  const { body } = await expecting(200, signedIn(account.cookie).get("/api/account/api-keys/?ordering=name"));
  expect(body.results.map(({ name }: { name: string }) => name)).toEqual(["Once", "Tests"]);
});
