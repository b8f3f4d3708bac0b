import { createForm, expecting, owner, publishForm, saveDraft, signedIn, walk } from "../../support/api.ts";
import { survey } from "../../support/sampleGraphs.ts";
import { accessibilityProblems, problemsDayAndNight, visitAs } from "../support/browser.ts";

/** The list of forms. */
type Page = Awaited<ReturnType<typeof visitAs>>["page"];
const rowOf = (page: Page, title: string) =>
  page.getByRole("row").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

test("shows a form's status and responses, and keeps search and filters in the URL", async () => {
  const me = await owner();
  const slug = await publishForm(me, survey(), { title: "Lunch" });
  await walk(slug, { name: "Ada" });
  await createForm(me, { title: "Dinner" });
  const changed = await publishForm(me, survey(), { title: "Breakfast", is_accepting_responses: false });
  await saveDraft(me, changed, { ...survey(), hidden_fields: ["x"] });
  const { page } = await visitAs(me, "/");
  await rowOf(page, "Lunch").getByRole("link", { name: "1 response to “Lunch”" }).waitFor();
  await rowOf(page, "Lunch").getByText("Open", { exact: true }).waitFor();
  await rowOf(page, "Dinner").getByText("Unpublished", { exact: true }).waitFor();
  await rowOf(page, "Breakfast").getByText("Closed").waitFor();
  await rowOf(page, "Breakfast").getByText("Unpublished changes").waitFor();
  await page.getByRole("radio", { name: "To publish" }).check();
  await rowOf(page, "Lunch").waitFor({ state: "detached" });
  await page.getByLabel("Search forms").fill("dinn");
  await page.getByText("No forms match").waitFor();
  expect(new URL(page.url()).search).toBe("?show=changed&search=dinn");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("link", { name: "Show all forms" }).click();
  await rowOf(page, "Lunch").waitFor();
  expect(await page.getByLabel("Search forms").inputValue()).toBe("");
  await page.goBack();
  await page.getByText("No forms match").waitFor();
  expect(await page.getByLabel("Search forms").inputValue()).toBe("dinn");
  await page.reload();
  await page.getByText("No forms match").waitFor();
});

test("shows why an OAuth authorization without return_to failed", async () => {
  const { page } = await visitAs(await owner(), "/?error=access_denied");
  await page.getByText("Authorization was denied").waitFor();
  expect(new URL(page.url()).pathname).toBe("/integrations");
  await page.getByRole("button", { name: "New integration" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

/** Chooses an action in a form's menu. */
async function choose(page: Page, form: string, action: string): Promise<void> {
  await page.getByRole("button", { name: `Actions for “${form}”` }).click();
  await page.getByRole("menuitem", { name: action }).click();
}

test("restores an archived form with Undo and from the archive", async () => {
  const me = await owner();
  await publishForm(me, survey(), { title: "Lunch" });
  const { page } = await visitAs(me, "/");
  await choose(page, "Lunch", "Archive");
  await rowOf(page, "Lunch").waitFor({ state: "detached" });
  expect(await problemsDayAndNight(page)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await rowOf(page, "Lunch").waitFor();
  await choose(page, "Lunch", "Archive");
  await rowOf(page, "Lunch").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Archived forms" }).click();
  await choose(page, "Lunch", "Restore");
  await page.getByText("No forms match").waitFor();
  expect(await problemsDayAndNight(page)).toEqual([]);
});

test("duplicates a form and opens the copy in the builder with its title selected", async () => {
  const me = await owner();
  await publishForm(me, survey(), { title: "Lunch" });
  const { page } = await visitAs(me, "/");
  await choose(page, "Lunch", "Duplicate");
  const title = page.getByRole("textbox", { name: "Form title" });
  expect(await title.inputValue()).toBe("Copy of Lunch");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Form menu" }).click();
  await page.getByRole("menuitem", { name: "Duplicate" }).click();
  expect(await title.inputValue()).toBe("Copy of Copy of Lunch");
  await page.reload();
  await page.getByRole("button", { name: "Rename Copy of Copy of Lunch" }).waitFor();
});

test("opens a blank form in the builder with its title selected, and a template unpublished", async () => {
  const me = await owner();
  const { page } = await visitAs(me, "/");
  await page.getByRole("heading", { name: "No forms yet" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "New form" }).press("Enter");
  await page.getByRole("dialog", { name: "New form" }).waitFor();
  expect(await problemsDayAndNight(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.waitForURL(/\/forms\/untitled-form-\w+\/build$/);
  await page.getByLabel("Form title").waitFor();
  await page.keyboard.type("Supper");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Rename Supper" }).waitFor();
  await page.getByRole("button", { name: "Menu", exact: true }).click();
  await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Forms" }).click();
  await rowOf(page, "Supper").getByText("Unpublished", { exact: true }).waitFor();
  await page.getByRole("button", { name: "New form" }).press("Enter");
  const dialog = page.getByRole("dialog", { name: "New form" });
  await dialog.getByLabel("Search templates").fill("well-being");
  await dialog.getByRole("button", { name: "GAD-7" }).waitFor({ state: "detached" });
  await dialog.getByRole("button", { name: "WHO-5" }).click();
  await page.getByRole("button", { name: "Use this template" }).click();
  await page.waitForURL(/\/forms\/who-\S+\/build$/);
  const { body } = await expecting(200, me.get("/api/v2/form/?search=who"));
  expect(body.results).toEqual([expect.objectContaining({ has_published_version: false })]);
});

test("finds a template by category and previews it by keyboard alone", async () => {
  const { page } = await visitAs(await owner(), "/", { viewport: { width: 390, height: 844 } });
  await page.getByRole("button", { name: "Event registration" }).press("Enter");
  const preview = page.getByRole("region", { name: "Preview of “Event registration”" });
  await preview.getByText("23 questions · 3 pages · About 3 min").waitFor();
  expect(await preview.evaluate((region) => region === document.activeElement)).toBe(true);
  const shown = preview.frameLocator("iframe[title='Form page of “Event registration”']");
  await shown.getByRole("button", { name: "Register" }).press("Enter");
  await shown.getByRole("textbox", { name: "Full name" }).waitFor();
  const font = () => shown.locator("html").evaluate((html) => getComputedStyle(html).getPropertyValue("--font"));
  expect(await font()).toMatch(/^"Bricolage Grotesque"/);
  await page.getByRole("button", { name: "Back", exact: true }).press("Enter");
  const gallery = page.getByRole("dialog", { name: "New form" });
  const card = gallery.getByRole("button", { name: "Event registration" });
  expect(await card.evaluate((button) => button === document.activeElement)).toBe(true);
  await gallery.getByRole("button", { name: /^Health/ }).press("Enter");
  await card.waitFor({ state: "detached" });
  expect(await problemsDayAndNight(page)).toEqual([]);
  await gallery.getByRole("button", { name: "DASS-21" }).press("Enter");
  const dass = page.getByRole("region", { name: "Preview of “Depression Anxiety Stress Scales (DASS-21)”" });
  await dass.getByText("Depression, Anxiety, Stress").waitFor();
  await dass.getByText("Public domain.").waitFor();
  expect(await problemsDayAndNight(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
  await page.getByRole("button", { name: "Use this template" }).press("Enter");
  await page.waitForURL(/\/forms\/depression-\S+\/build$/);
});

test("shows all templates again if none match, and retries if they don't load", async () => {
  const { page, expect: expectComplaint } = await visitAs(await owner(), "/");
  await page.route("**/api/v2/template/**", (route) => route.fulfill({ status: 500, json: { detail: "Broken." } }));
  await page.reload();
  await page.getByRole("button", { name: "New form" }).press("Enter");
  const gallery = page.getByRole("dialog", { name: "New form" });
  await gallery.getByRole("button", { name: "Start blank" }).waitFor();
  await gallery.getByRole("alert").waitFor();
  expectComplaint(/status of 500/);
  await page.unroute("**/api/v2/template/**");
  await gallery.getByRole("button", { name: "Try again" }).press("Enter");
  await gallery.getByRole("button", { name: "DASS-21" }).waitFor();
  await gallery.getByLabel("Search templates").fill("no such form");
  await gallery.getByRole("heading", { name: "No templates match" }).waitFor();
  await gallery.getByRole("button", { name: "Show all templates" }).press("Enter");
  await gallery.getByRole("button", { name: "DASS-21" }).waitFor();
});

test("imports a form from the keyboard, shows the report and says why a graph is refused", async () => {
  const me = await owner();
  const { page, expect: expectComplaint } = await visitAs(me, "/");
  await page.getByRole("button", { name: "New form" }).press("Enter");
  const gallery = page.getByRole("dialog", { name: "New form" });
  await gallery.getByRole("button", { name: "Import form" }).press("Enter");
  const source = page.getByLabel("Or paste the file’s content");
  await source.fill(JSON.stringify({ title: "Tea", graph: { nodes: [] } }));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByText("schema_version").waitFor();
  expect(await source.getAttribute("aria-invalid")).toBe("true");
  expectComplaint(/status of 400/);
  const fields = [
    { ref: "a", type: "payment", title: "Pay" },
    { ref: "b", type: "short_text", title: "Milk?" },
  ];
  await source.fill(JSON.stringify({ title: "Tea", fields }));
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "Found in Typeform" }).waitFor();
  await page.getByText("Payments aren't supported.").waitFor();
  await page.getByText("fields[0]").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Create form" }).click();
  await page.waitForURL(/\/forms\/tea-\w+\/build$/);
  const { body } = await expecting(200, me.get("/api/v2/form/?search=tea"));
  expect(body.count).toBe(1);
  await expecting(200, me.get(`/api/v2/form/${body.results[0].slug}/draft/`));
});

test("imports a whole form of another server, with its language, settings, theme and emails", async () => {
  const [me, other] = [await owner(), await owner()];
  const slug = await createForm(me, { title: "Mittag", language: "de", closed_message: "Zu", labels: ["Team"] });
  await saveDraft(me, slug, survey());
  const theme = { name: "Grün", font: "Georgia" };
  const { body: made } = await expecting(201, me.post("/api/v2/theme/", theme));
  await expecting(200, me.patch(`/api/v2/form/${slug}/`, { theme_id: made.id }));
  const { body: file } = await expecting(200, me.get(`/api/v2/form/${slug}/draft/as/?format=pathform`));
  const { page } = await visitAs(other, "/");
  await page.getByRole("button", { name: "New form" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Import form" }).click();
  const importing = page.getByRole("dialog", { name: "Import form" });
  await importing.getByLabel("Or paste the file’s content").fill(JSON.stringify(file));
  await importing.getByRole("button", { name: "Continue" }).click();
  await importing.getByRole("button", { name: "Create form" }).click();
  await page.waitForURL(/\/build/);
  const { body: list } = await expecting(200, other.get("/api/v2/form/"));
  const { body: taken } = await expecting(200, other.get(`/api/v2/form/${list.results[0].slug}/`));
  expect(taken).toMatchObject({ title: "Mittag", language: "de", closed_message: "Zu", labels: ["Team"], theme });
});

test("closes a dialog on a click outside, but not on a double click or with typed text", async () => {
  const { page } = await visitAs(await owner(), "/");
  const dialog = page.getByRole("dialog", { name: "New form" });
  await page.getByRole("button", { name: "New form" }).click();
  await dialog.waitFor();
  await page.mouse.click(5, 10);
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "New form" }).dblclick();
  await dialog.getByRole("button", { name: "Import form" }).click();
  const importing = page.getByRole("dialog", { name: "Import form" });
  const pasted = importing.getByLabel("Or paste the file’s content");
  await pasted.fill("Supper");
  await page.mouse.click(5, 10);
  expect(await pasted.inputValue()).toBe("Supper");
});

test("shows the request ID of a failed list, and loads it on another try", async () => {
  const me = await owner();
  await createForm(me, { title: "Dinner" });
  const { page, context, expect: expectComplaint } = await visitAs(me, "/settings/none");
  expectComplaint(/status of 500/);
  await context.route("**/api/v2/form/**", (route) =>
    route.fulfill({ status: 500, headers: { "x-request-id": "req-1" }, json: { detail: "Something went wrong." } }),
  );
  await page.getByRole("link", { name: "Open forms" }).click();
  await page.getByText("Request ID req-1").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await context.unroute("**/api/v2/form/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await rowOf(page, "Dinner").waitFor();
});

test("asks to sign in over the page when the session ends, and continues the action", async () => {
  const me = await owner();
  const { page, expect: expectComplaint } = await visitAs(me, "/");
  await page.getByRole("button", { name: "New form" }).click();
  await expecting(204, signedIn(me.cookie).post("/api/auth/logout/"));
  expectComplaint(/status of 401/);
  await page.getByRole("button", { name: "Start blank" }).click();
  await page.getByRole("dialog", { name: "Sign in again" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel("Password").fill(me.password);
  await page.keyboard.press("Enter");
  await page.getByLabel("Form title").waitFor();
});
