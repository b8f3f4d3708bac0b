import { createForm, expecting, owner, publishForm, saveDraft, signedIn, walk } from "../../support/api.ts";
import { survey } from "../../support/sampleGraphs.ts";
import { accessibilityProblems, problemsDayAndNight, visitAs } from "../support/browser.ts";

/** The list of forms. */
type Page = Awaited<ReturnType<typeof visitAs>>["page"];
const rowOf = (page: Page, title: string) =>
  page.getByRole("listitem").filter({ has: page.getByRole("heading", { name: title, exact: true }) });

test("a form shows its status and its responses; what is searched and filtered stands in the address", async () => {
  const me = await owner();
  const slug = await publishForm(me, survey(), { title: "Lunch" });
  await walk(slug, { name: "Ada" });
  await createForm(me, { title: "Dinner" });
  const changed = await publishForm(me, survey(), { title: "Breakfast", is_accepting_responses: false });
  await saveDraft(me, changed, { ...survey(), hidden_fields: ["x"] });
  const { page } = await visitAs(me, "/");
  await rowOf(page, "Lunch").getByText("1 response").waitFor();
  await rowOf(page, "Lunch").getByText("Open", { exact: true }).waitFor();
  await rowOf(page, "Dinner").getByText("Not published").waitFor();
  await rowOf(page, "Breakfast").getByText("Closed").waitFor();
  await rowOf(page, "Breakfast").getByText("Unpublished changes").waitFor();
  await page.getByLabel("Show").selectOption("With unpublished changes");
  await rowOf(page, "Lunch").waitFor({ state: "detached" });
  await page.getByLabel("Search").fill("dinn");
  await page.getByText("No form matches.").waitFor();
  expect(new URL(page.url()).search).toBe("?show=changed&search=dinn");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("link", { name: "Show all active forms" }).click();
  await rowOf(page, "Lunch").waitFor();
  expect(await page.getByLabel("Search").inputValue()).toBe("");
  await page.goBack();
  await page.getByText("No form matches.").waitFor();
  expect(await page.getByLabel("Search").inputValue()).toBe("dinn");
  await page.reload();
  await page.getByText("No form matches.").waitFor();
});

test("shows why an OAuth authorization without return_to failed", async () => {
  const { page } = await visitAs(await owner(), "/?error=access_denied");
  await page.getByText("The consent was not given").waitFor();
  expect(new URL(page.url()).pathname).toBe("/integrations");
  await page.getByRole("button", { name: "New integration" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("an archived form comes back by Undo, and from the archive", async () => {
  const me = await owner();
  await publishForm(me, survey(), { title: "Lunch" });
  const { page } = await visitAs(me, "/");
  await page.getByRole("button", { name: "Archive “Lunch”" }).click();
  await rowOf(page, "Lunch").waitFor({ state: "detached" });
  expect(await problemsDayAndNight(page)).toEqual([]);
  await page.getByRole("button", { name: "Undo" }).click();
  await rowOf(page, "Lunch").waitFor();
  await page.getByRole("button", { name: "Archive “Lunch”" }).click();
  await rowOf(page, "Lunch").waitFor({ state: "detached" });
  await page.getByRole("link", { name: "Archived forms" }).click();
  await page.getByRole("button", { name: "Restore “Lunch”" }).click();
  await page.getByText("No form matches.").waitFor();
  expect(await problemsDayAndNight(page)).toEqual([]);
});

test("a blank form and one of JSON are made from the keyboard; a graph that is refused says why", async () => {
  const me = await owner();
  const { page, expect: expectComplaint } = await visitAs(me, "/");
  await page.getByRole("heading", { name: "No forms yet" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "New form" }).press("Enter");
  await page.getByRole("dialog", { name: "New form" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.type("Supper");
  await page.keyboard.press("Enter");
  await rowOf(page, "Supper").getByText("Not published").waitFor();
  await rowOf(page, "Supper").getByRole("link", { name: "Supper", exact: true }).click();
  await page.waitForURL(/\/forms\/supper-\w+\/build$/);
  await page.goBack();
  await page.getByRole("button", { name: "New form" }).press("Enter");
  await page.getByText("Or import JSON").click();
  await page.getByLabel("JSON", { exact: true }).fill(JSON.stringify({ title: "Tea", graph: { nodes: [] } }));
  await page.getByRole("button", { name: "Import" }).click();
  await page.getByRole("alert").filter({ hasText: "schema_version" }).waitFor();
  expectComplaint(/status of 400/);
  await page.getByLabel("JSON", { exact: true }).fill(JSON.stringify({ title: "Tea", graph: survey() }));
  await page.getByRole("button", { name: "Import" }).click();
  // the list may show the form before its draft is saved
  await page.getByRole("dialog").waitFor({ state: "detached" });
  await rowOf(page, "Tea").waitFor();
  const { body } = await expecting(200, me.get("/api/v2/form/?search=tea"));
  expect(body.count).toBe(1);
  await expecting(200, me.get(`/api/v2/form/${body.results[0].slug}/draft/`));
});

test("a click beside a dialog ends it, unless it is the second of a double click or something was written in it", async () => {
  const { page } = await visitAs(await owner(), "/");
  const dialog = page.getByRole("dialog", { name: "New form" });
  await page.getByRole("button", { name: "New form" }).click();
  await dialog.waitFor();
  await page.mouse.click(5, 800);
  await dialog.waitFor({ state: "detached" });
  await page.getByRole("button", { name: "New form" }).dblclick();
  await dialog.getByLabel("Title").first().fill("Supper");
  await page.mouse.click(5, 800);
  await dialog.getByLabel("Title").first().press("Enter");
  await rowOf(page, "Supper").waitFor();
});

test("what cannot be loaded says so with its request, and is loaded by another try", async () => {
  const me = await owner();
  await createForm(me, { title: "Dinner" });
  const { page, context, expect: expectComplaint } = await visitAs(me, "/settings/none");
  expectComplaint(/status of 500/);
  await context.route("**/api/v2/form/**", (route) =>
    route.fulfill({ status: 500, headers: { "x-request-id": "req-1" }, json: { detail: "Something went wrong." } }),
  );
  await page.getByRole("link", { name: "To your forms" }).click();
  await page.getByText("Request req-1").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await context.unroute("**/api/v2/form/**");
  await page.getByRole("button", { name: "Try again" }).click();
  await rowOf(page, "Dinner").waitFor();
});

test("a sign-in that ends is asked for over the page, and what was done then goes on", async () => {
  const me = await owner();
  const { page, expect: expectComplaint } = await visitAs(me, "/");
  await page.getByRole("button", { name: "New form" }).click();
  await page.getByLabel("Title", { exact: true }).fill("Kept");
  await expecting(204, signedIn(me.cookie).post("/api/auth/logout/"));
  expectComplaint(/status of 401/);
  await page.getByRole("button", { name: "Create blank form" }).click();
  await page.getByRole("dialog", { name: "Please sign in again" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel("Password").fill(me.password);
  await page.keyboard.press("Enter");
  await rowOf(page, "Kept").waitFor();
});

test("a double click archives one form, and not the next that takes its place", async () => {
  const me = await owner();
  for (const title of ["One", "Two", "Three"]) await createForm(me, { title });
  const { page } = await visitAs(me, "/", { viewport: { width: 1280, height: 900 } });
  const box = await page.getByRole("button", { name: "Archive “Three”" }).boundingBox();
  const [x, y] = [(box?.x ?? 0) + 10, (box?.y ?? 0) + 10];
  await page.mouse.move(x, y);
  await page.mouse.down({ clickCount: 1 });
  await page.mouse.up({ clickCount: 1 });
  await rowOf(page, "Three").waitFor({ state: "detached" });
  await page.mouse.down({ clickCount: 2 });
  await page.mouse.up({ clickCount: 2 });
  await page.getByRole("button", { name: "Archive “One”" }).press("Enter");
  await rowOf(page, "One").waitFor({ state: "detached" });
  const { body } = await expecting(200, me.get("/api/v2/form/"));
  expect(body.results.map(({ title }: { title: string }) => title)).toEqual(["Two"]);
});
