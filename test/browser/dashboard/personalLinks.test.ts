import { baseUrl, complete, expecting, next, type Owner, owner, publishForm } from "../../support/api.ts";
import { eventually } from "../../support/eventually.ts";
import { chain, node } from "../../support/sampleGraphs.ts";
import { problemsDayAndNight, visitAs } from "../support/browser.ts";
import { keyboardOf } from "../support/keyboard.ts";

/** Personal links in the dashboard (features §15). */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const newForm = () =>
  publishForm(me, { ...chain(node("name", "short_text")), hidden_fields: ["plan", "region"] }, { title: "Survey" });
const linksOf = async (slug: string, query = "") =>
  (await expecting(200, me.get(`/api/v2/form/${slug}/links/?limit=100${query}`))).body;

async function answerBy(url: string): Promise<void> {
  const slug = new URL(url).pathname.slice(3);
  const link = new URL(url).searchParams.get("link");
  const { body } = await expecting(201, me.post(`/api/v2/r/${slug}/start/`, { link }));
  await expecting(200, next(body.id, "name", "Ada"));
  await expecting(200, complete(body.id));
}

test("makes links from pasted rows, corrects a faulty one in place, and shows who has answered", async () => {
  const slug = await newForm();
  const { page, expect: expectComplaint } = await visitAs(me, `/forms/${slug}/share?tab=links`, {
    viewport: { width: 1440, height: 900 },
  });
  await page.getByRole("heading", { name: "Give each person a link of their own" }).waitFor();
  await page.getByRole("button", { name: "Add people" }).click();
  const dialog = page.getByRole("dialog", { name: "Add people" });
  const rows =
    "Email,Plan,CRM\nada@example.com,pro,1\nbob@example,free,2\nada@example.com,pro,3\neve@example.com,team,4";
  await dialog.getByRole("textbox", { name: "People" }).fill(rows);
  await dialog.getByRole("heading", { name: "Correct 2 rows" }).waitFor();
  await eventually(async () => expect(await dialog.getByLabel("Use of Plan").inputValue()).toBe("hidden.plan"));
  expect(await dialog.getByLabel("Use of CRM").inputValue()).toBe("leave");
  expect(await problemsDayAndNight(page)).toEqual([]);
  await dialog.getByRole("textbox", { name: "Row 3" }).fill("bob@example.com");
  await dialog.getByRole("button", { name: "Create 3 links" }).click();
  await page.getByRole("heading", { name: "3 people, one link each" }).waitFor();
  expectComplaint(/409/);
  const { results } = await linksOf(slug);
  expect(results.map(({ reference, hidden }: { reference: string; hidden: object }) => [reference, hidden])).toEqual([
    ["eve@example.com", { plan: "team" }],
    ["bob@example.com", { plan: "free" }],
    ["ada@example.com", { plan: "pro" }],
  ]);
  await page.getByRole("button", { name: "Add people" }).click();
  await dialog
    .getByRole("textbox", { name: "People" })
    .fill("Email\nADA@example.com\neve@example.com\nzoe@example.com");
  await dialog.getByRole("button", { name: "Create 3 links" }).click();
  await page.getByText("1 link created. 2 people already had one.").waitFor();
  await page.getByRole("heading", { name: "4 people, one link each" }).waitFor();
  await answerBy(results[2].url);
  await page.reload();
  await page.getByRole("button", { name: /^1 completed/ }).waitFor();
  expect(await problemsDayAndNight(page)).toEqual([]);
  await page.getByRole("button", { name: /^3 not opened/ }).click();
  const list = page.getByRole("table", { name: "People", exact: true }).locator("tbody");
  await eventually(async () => expect(await list.getByRole("row").count()).toBe(3));
  expect(new URL(page.url()).searchParams.get("show")).toBe("unused");
  await page.getByRole("radio", { name: "Hasn’t answered" }).check({ force: true });
  await page.getByRole("searchbox", { name: "Search references" }).fill("eve");
  await eventually(async () => expect(await list.getByRole("row").allTextContents()).toHaveLength(1));
  await page.getByRole("button", { name: "Actions for eve@example.com" }).click();
  await page.getByRole("menuitem", { name: "Revoke", exact: true }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await eventually(async () =>
    expect((await linksOf(slug)).counts).toMatchObject({ revoked: 1, unused: 2, completed: 1 }),
  );
});

test("selects people to copy and revoke their links, by keyboard, too", async () => {
  const slug = await newForm();
  const links = ["ada", "bob", "eve"].map((name) => ({ reference: `${name}@example.com` }));
  const { body } = await expecting(201, me.post(`/api/v2/form/${slug}/links/`, { links }));
  const { page, context } = await visitAs(me, `/forms/${slug}/share?tab=links`, {
    viewport: { width: 1440, height: 900 },
  });
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("checkbox", { name: "Select all on this page" }).check();
  await page.getByRole("status").filter({ hasText: "3 selected" }).waitFor();
  await page.getByRole("checkbox", { name: "Select bob@example.com" }).press("Space");
  await page.getByRole("status").filter({ hasText: "2 selected" }).waitFor();
  expect(await problemsDayAndNight(page)).toEqual([]);
  await page.getByRole("button", { name: "Copy links" }).click();
  await page.getByText("2 links copied.").waitFor();
  const lines = [0, 2].map((at) => `${links[at]?.reference}\t${body.results[at].url}`);
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(lines.join("\n"));
  await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog", { name: "Revoke 2 links?" }).getByRole("button", { name: "Revoke" }).click();
  await page.getByText("2 links revoked.").waitFor();
  await page.getByRole("region", { name: "Selection" }).waitFor({ state: "detached" });
  expect((await linksOf(slug)).counts).toMatchObject({ revoked: 2, unused: 1 });
});

test("keeps the focus in place after dialogs over a long list", async () => {
  const slug = await newForm();
  const links = Array.from({ length: 40 }, (_, at) => ({ reference: `person${at}` }));
  await expecting(201, me.post(`/api/v2/form/${slug}/links/`, { links }));
  const { page } = await visitAs(me, `/forms/${slug}/share?tab=links`, { viewport: { width: 1440, height: 900 } });
  const { press, untilAt } = await keyboardOf(page);
  const menu = page.getByRole("button", { name: "Actions for person3", exact: true });
  const item = (name: string) => page.getByRole("menuitem", { name, exact: true });
  await menu.press("Enter");
  await item("Revoke").press("Enter");
  await untilAt('button "Cancel"');
  await press("Enter");
  await untilAt('button "Actions for person3"');
  const scrolled = await page.evaluate(() => scrollY);
  expect(scrolled).toBeGreaterThan(0);
  await menu.click();
  await item("Revoke").click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await untilAt('button "Actions for person3"');
  // the menu of deleted data has nothing to offer
  await menu.press("Enter");
  await item("Revoke and delete data").press("Enter");
  await untilAt('button "Cancel"');
  await press("Tab", "Enter");
  await untilAt('checkbox "Select Deleted"');
  await page.getByRole("checkbox", { name: "Select person9", exact: true }).check();
  await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Revoke" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Revoke" }).click();
  await untilAt('checkbox "Select all on this page"');
  await page.getByRole("button", { name: "Add people" }).click();
  await page.getByRole("dialog").getByRole("textbox", { name: "People" }).fill("ada@example.com");
  await page.getByRole("dialog").getByRole("button", { name: "Create 1 link" }).click();
  await page.getByRole("heading", { name: "41 people, one link each" }).waitFor();
  await untilAt('button "Add people"');
});

test("reads a CSV file, and lets only people with a link respond", async () => {
  const slug = await newForm();
  const { page } = await visitAs(me, `/forms/${slug}/share?tab=links`);
  await page.getByRole("button", { name: "Add people" }).click();
  const rows = Array.from({ length: 600 }, (_, at) => `person${at}@example.com;EU`);
  const buffer = Buffer.from(`Email;Region\r\n${rows.join("\r\n")}\r\n`);
  await page.locator("input[type=file]").setInputFiles({ name: "customers.csv", mimeType: "text/csv", buffer });
  const dialog = page.getByRole("dialog");
  await dialog.getByText("customers.csv · 600 rows").waitFor();
  expect(await problemsDayAndNight(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Create 600 links" }).click();
  await page.getByRole("heading", { name: "600 people, one link each" }).waitFor();
  const { count, results } = await linksOf(slug, "&ordering=created");
  expect(count).toBe(600);
  expect(results[0]).toMatchObject({ reference: "person0@example.com", hidden: { region: "EU" } });
  await page.getByRole("switch", { name: "Only people with a link can respond" }).click();
  await page.getByText("Only people with a personal link can respond now.").waitFor();
  expect((await expecting(200, me.get(`/api/v2/form/${slug}/`))).body.access).toBe("link");
  const [download] = await Promise.all([
    page.waitForEvent("download"),
    page.getByRole("link", { name: "Export" }).click(),
  ]);
  expect(download.suggestedFilename()).toMatch(/-links-\d{4}-\d\d-\d\d\.csv$/);
});

test.each([320, 1440])("shows in which encoding a file reads correctly, %i pixels wide", async (width) => {
  const slug = await newForm();
  const { page } = await visitAs(me, `/forms/${slug}/share?tab=links`, { viewport: { width, height: 900 } });
  await page.getByRole("button", { name: "Add people" }).click();
  const words = Buffer.from("Zo\xeb;M\xfcller-L\xfcdenscheidt;\xc7elebi\xf0\xfd", "latin1");
  const buffer = Buffer.concat([Buffer.from("Email;Plan;Region;CRM\nada@example.com;"), words]);
  await page.locator("input[type=file]").setInputFiles({ name: "customers.csv", mimeType: "text/csv", buffer });
  const dialog = page.getByRole("dialog");
  const choice = dialog.getByRole("group", { name: "Encoding" });
  await choice.getByRole("radio", { name: "Turkish (Windows-1254)" }).check();
  await dialog.getByText("customers.csv · 1 row").waitFor();
  expect(await dialog.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  expect(await problemsDayAndNight(page)).toEqual([]);
  const unchosen = choice.getByRole("radio", { name: "Greek (Windows-1253)" });
  expect(await unchosen.evaluate((radio) => getComputedStyle(radio).borderRadius)).toBe("50%");
  await dialog.getByRole("button", { name: "Create 1 link" }).click();
  await page.getByRole("heading", { name: "1 person, one link each" }).waitFor();
  expect((await linksOf(slug)).results[0].hidden).toEqual({ plan: "Zoë", region: "Müller-Lüdenscheidt" });
});

test("checks phone numbers and patterns of a list, whose libraries load with the dialog", async () => {
  const code = node("code", "short_text", { pattern: "[A-Z]{2}\\d+" });
  const slug = await publishForm(
    me,
    chain(node("tel", "phone", { default_country: "GB" }), code, node("mail", "email")),
  );
  const { page } = await visitAs(me, `/forms/${slug}/share?tab=links`);
  await page.getByRole("button", { name: "Add people" }).click();
  const dialog = page.getByRole("dialog");
  const rows = ["ada,+44 20 7946 0958,AB1,ada@example.com", "bob,12,AB2,", "eve,,1,", "zoe,,,no address"];
  await dialog.getByRole("textbox", { name: "People" }).fill(`Reference,tel,code,mail\n${rows.join("\n")}`);
  await dialog.getByRole("button", { name: "Create 1 link" }).waitFor();
  await dialog.getByRole("heading", { name: "Correct 3 rows" }).waitFor();
});

test("cuts long values of columns to the width of the dialog on a phone", async () => {
  const slug = await newForm();
  const { page } = await visitAs(me, `/forms/${slug}/share?tab=links`, { viewport: { width: 390, height: 844 } });
  await page.getByRole("button", { name: "Add people" }).click();
  const dialog = page.getByRole("dialog");
  const name = "a_name_without_any_space_".repeat(3);
  const value = "a value that is much longer than a phone is wide and goes on";
  await dialog.getByRole("textbox", { name: "People" }).fill(`Email,${name}\nada@example.com,${value}`);
  const list = dialog.getByRole("region", { name: "Columns" }).getByRole("list");
  await list.getByText(value).waitFor();
  expect(await list.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0);
  expect(await list.getByText(value).evaluate((text) => text.scrollWidth > text.clientWidth)).toBe(true);
});

test("says on a phone what a row's day means, and leaves no line empty", async () => {
  const slug = await newForm();
  const links = [{ reference: "Ada" }, { reference: "Bob", hidden: { plan: "pro" } }];
  await expecting(201, me.post(`/api/v2/form/${slug}/links/`, { links }));
  const { page } = await visitAs(me, `/forms/${slug}/share?tab=links`, { viewport: { width: 390, height: 844 } });
  const row = (name: string) => page.getByRole("row").filter({ hasText: name });
  await row("Ada").getByText("Invited: Not yet").waitFor();
  await row("Bob").getByText("plan: pro").waitFor();
  const label = row("Ada").getByText("Invited:", { exact: true });
  expect((await label.boundingBox())?.width).toBeGreaterThan(20);
  const heights = await Promise.all(["Ada", "Bob"].map(async (name) => (await row(name).boundingBox())?.height ?? 0));
  expect((heights[1] ?? 0) - (heights[0] ?? 0)).toBeGreaterThan(10);
});

test("draws checkboxes on a dark page like other fields", async () => {
  const slug = await newForm();
  await expecting(201, me.post(`/api/v2/form/${slug}/links/`, { links: [{ reference: "Ada" }] }));
  const { page } = await visitAs(me, `/forms/${slug}/share?tab=links`, { colorScheme: "dark" });
  const box = page.getByRole("checkbox", { name: "Select Ada" });
  const look = () =>
    box.evaluate((input) => {
      const { appearance, backgroundColor, inlineSize } = getComputedStyle(input);
      return { appearance, backgroundColor, inlineSize };
    });
  // --surface
  expect(await look()).toEqual({ appearance: "none", backgroundColor: "rgb(25, 24, 36)", inlineSize: "17px" });
  await box.check();
  // --brand, after the transition
  await eventually(async () =>
    expect(await look()).toEqual({ appearance: "none", backgroundColor: "rgb(100, 86, 232)", inlineSize: "17px" }),
  );
});

test("shows the reference of a response, and filters by it", async () => {
  const slug = await newForm();
  const links = [{ reference: "Ada Lovelace" }, { reference: "Bob" }];
  const { body } = await expecting(201, me.post(`/api/v2/form/${slug}/links/`, { links }));
  for (const { url } of body.results) await answerBy(url);
  const { page } = await visitAs(me, `/forms/${slug}/responses?reference=ada%20lovelace`, {
    viewport: { width: 1440, height: 900 },
  });
  await page.getByRole("columnheader", { name: "Reference" }).waitFor();
  await page.getByRole("cell", { name: "Ada Lovelace" }).waitFor();
  expect(await page.getByRole("cell", { name: "Bob" }).count()).toBe(0);
  await page.getByRole("row").nth(1).getByRole("link").click();
  await page.getByRole("dialog").or(page.getByRole("complementary")).getByText("Ada Lovelace").first().waitFor();
  await page.getByRole("button", { name: "Reference: ada lovelace: remove filter" }).click();
  await page.getByRole("cell", { name: "Bob" }).waitFor();
  expect(page.url()).toContain(baseUrl());
});
