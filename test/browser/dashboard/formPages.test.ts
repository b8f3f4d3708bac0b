import {
  anonymous,
  createForm,
  expecting,
  type Owner,
  owner,
  publishForm,
  saveDraft,
  unique,
  walk,
} from "../../support/api.ts";
import { eventually } from "../../support/eventually.ts";
import { chain, node, survey } from "../../support/sampleGraphs.ts";
import { accessibilityProblems, visit, visitAs } from "../support/browser.ts";

/** Settings, sharing and versions of a form. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

test("warns before a slug changes, then serves the form only under the new one", async () => {
  const taken = await createForm(me);
  const slug = await publishForm(me, survey(), { title: "Lunch" });
  const next = `lunch-${unique()}`;
  const { page, expect: expectComplaint } = await visitAs(me, `/forms/${slug}/settings`);
  await page.getByLabel("Slug").waitFor();
  expect(await page.getByRole("button", { name: "Save settings" }).count()).toBe(0);
  await page.getByLabel("Slug").fill(taken);
  const view = page.viewportSize();
  const bar = await page.getByRole("button", { name: "Save settings" }).boundingBox();
  expect(bar && view && bar.y + bar.height < view.height).toBe(true);
  await page.getByText(`/f/${slug} and every page`).waitFor();
  expectComplaint(/status of 409/);
  await page.getByLabel("Slug").press("Enter");
  await page.getByText(`already uses the slug “${taken}”`).waitFor();
  expect(await page.getByLabel("Slug").getAttribute("aria-invalid")).toBe("true");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel("Slug").fill(next);
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByText("Settings saved.").waitFor();
  await page.waitForURL(`**/forms/${next}/settings`);
  await page.getByRole("navigation", { name: "Pages of this form" }).getByRole("link", { name: "Share" }).click();
  expect(await page.getByLabel("Form link").inputValue()).toContain(`/f/${next}`);
  await expecting(404, anonymous().get(`/api/v2/r/${slug}/`));
  await expecting(200, anonymous().get(`/api/v2/r/${next}/`));
});

test("links to sections of the settings, and marks the one that is read, without losing an edit", async () => {
  const slug = await publishForm(me, survey(), { title: "Lunch" });
  const { page } = await visitAs(me, `/forms/${slug}/settings`, { viewport: { width: 1440, height: 900 } });
  const sections = page.getByRole("navigation", { name: "Settings", exact: true });
  const marked = sections.locator("[aria-current=location]");
  await page.getByLabel("Title").fill("Dinner");
  await page.getByRole("region", { name: "Archive" }).waitFor();
  expect(await marked.innerText()).toBe("General");
  await sections.getByRole("link", { name: "Privacy" }).click();
  await eventually(async () => expect(await marked.innerText()).toBe("Privacy"));
  const { y } = (await page.getByRole("region", { name: "Privacy" }).boundingBox()) ?? { y: -1 };
  expect(y).toBeGreaterThan(57);
  expect(y).toBeLessThan(120);
  expect(await page.evaluate(() => document.activeElement?.id)).toBe("privacy");
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  await eventually(async () => expect(await marked.innerText()).toBe("Archive"));
  expect(await page.getByLabel("Title").inputValue()).toBe("Dinner");
  expect(await accessibilityProblems(page)).toEqual([]);
});

test("shows refused settings at their fields, and asks before overwriting changes made elsewhere", async () => {
  const slug = await publishForm(me, survey(), { title: "Lunch" });
  const path = `/api/v2/form/${slug}/`;
  const { page, expect: expectComplaint } = await visitAs(me, `/forms/${slug}/settings`, {
    timezoneId: "Europe/Berlin",
  });
  await page.getByLabel("Opens").fill("2030-07-01T09:00");
  await page.getByLabel("Closes").fill("2030-06-01T09:00");
  await page.getByLabel("Sites that can embed this form").selectOption("Only these sites");
  await page.getByLabel("Sites", { exact: true }).fill("https://a.example\nb.example");
  await page.getByLabel("Response limit").fill("none");
  expectComplaint(/status of 400/);
  const save = () => page.getByRole("button", { name: "Save settings" }).click();
  await save();
  await page.getByText("Line 2 must be an origin").waitFor();
  expect(await page.getByLabel("Response limit").getAttribute("aria-invalid")).toBe("true");
  await page.getByText("Enter a whole number from 1.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel("Response limit").fill("50");
  await page.getByLabel("Sites", { exact: true }).fill("https://a.example");
  await save();
  await page.getByText("Choose a time after the form opens.").waitFor();
  await eventually(async () =>
    expect(await page.getByLabel("Closes").evaluate((it) => it === document.activeElement)).toBe(true),
  );
  await page.getByLabel("Closes").fill("2030-08-01T09:00");
  await page.getByLabel("Title").fill("Dinner");
  await expecting(200, me.patch(path, { title: "Supper", closed_message: "Later" }));
  await save();
  await page.getByRole("group", { name: "Title" }).getByText("Supper").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expect((await me.get(path)).body.title).toBe("Supper");
  await page.getByRole("button", { name: "Use theirs" }).click();
  await save();
  await page.getByText("Settings saved.").waitFor();
  expect((await me.get(path)).body).toMatchObject({
    title: "Supper",
    closed_message: "Later",
    response_limit: 50,
    opens_at: "2030-07-01T07:00:00.000Z",
    closes_at: "2030-08-01T07:00:00.000Z",
    embed_origins: ["https://a.example"],
  });
});

test("keeps edits made while the settings are saving, and saves them next", async () => {
  const slug = await publishForm(me, survey(), { title: "Lunch" });
  const path = `/api/v2/form/${slug}/`;
  const { page, context } = await visitAs(me, `/forms/${slug}/settings`);
  const held = Promise.withResolvers<void>();
  await context.route(`**${path}`, async (route) => {
    if (route.request().method() === "PATCH") await held.promise;
    await route.continue();
  });
  await page.getByLabel("Title").fill("Dinner");
  const sent = page.waitForRequest((request) => request.method() === "PATCH");
  await page.getByRole("button", { name: "Save settings" }).click();
  await sent;
  await page.getByLabel("Title").fill("Dinner for two");
  await page.getByLabel("Response limit").fill("20");
  held.resolve();
  await page.getByText("Settings saved.").waitFor();
  expect((await me.get(path)).body).toMatchObject({ title: "Dinner", response_limit: null });
  await page.getByRole("button", { name: "Discard" }).waitFor();
  expect(await page.getByLabel("Title").inputValue()).toBe("Dinner for two");
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByRole("button", { name: "Discard" }).waitFor({ state: "detached" });
  expect((await me.get(path)).body).toMatchObject({ title: "Dinner for two", response_limit: 20 });
});

test("shows that a form is archived, and restores it", async () => {
  const slug = await publishForm(me, survey(), { title: "Lunch" });
  const { page } = await visitAs(me, `/forms/${slug}/settings`);
  await page.getByRole("button", { name: "Archive form" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Archive form" }).click();
  await page.getByText("This form is archived. No one can respond to it.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await expecting(404, anonymous().get(`/api/v2/r/${slug}/`));
  await page.getByRole("button", { name: "Restore form" }).click();
  await page.getByRole("button", { name: "Archive form" }).waitFor();
  await expecting(200, anonymous().get(`/api/v2/r/${slug}/`));
});

test("shares a form with hidden fields by link, QR code and embed code", async () => {
  const draft = await createForm(me, { title: "Not yet" });
  const slug = await publishForm(me, { ...survey(), hidden_fields: ["plan", "userId"] }, { title: 'Lunch & "Tea"' });
  const { page, context } = await visitAs(me, `/forms/${draft}/share`);
  await page.getByRole("heading", { name: /isn’t published/ }).waitFor();
  await page.getByRole("link", { name: "Open builder" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.goto(`/forms/${slug}/share`);
  await page.getByText("Anyone with the link can respond").waitFor();
  await page.getByLabel("plan").fill("pro & more");
  await page.getByLabel("userId").fill("7");
  const link = await page.getByLabel("Form link").inputValue();
  expect(new URL(link).search).toBe("?plan=pro+%26+more&userId=7");
  await page.getByRole("img", { name: `QR code of ${link}` }).waitFor();
  const downloaded = page.waitForEvent("download");
  await page.getByRole("button", { name: "Download PNG" }).click();
  const download = await downloaded;
  expect(download.suggestedFilename()).toBe(`${slug}.png`);
  const [begin] = await (await download.createReadStream()).take(1).toArray();
  expect(begin.subarray(1, 4).toString()).toBe("PNG");
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  await page.getByRole("button", { name: "Copy link" }).click();
  await page.getByRole("button", { name: "Copied" }).waitFor();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  await page.getByRole("radio", { name: "Popup" }).check();
  await page.getByLabel("Button text").fill("Order");
  await page.getByText("can’t pass userId").waitFor();
  await page.getByRole("radio", { name: "Computer" }).check({ force: true });
  await page.frameLocator("iframe[title=Preview]").getByLabel("About name").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const code = await page.getByLabel("Embed code").inputValue();
  // another page of the same origin tests the embed code alone
  const site = await visit(null);
  await site.context.route("**/site", (route) =>
    route.fulfill({ contentType: "text/html", body: `<title>Site</title>${code}` }),
  );
  await site.page.goto("/site");
  await site.page.getByRole("button", { name: "Order" }).click();
  await site.page.frameLocator(`iframe[title='Lunch & "Tea"']`).getByLabel("About name").waitFor();
  expect(await site.page.locator("iframe").getAttribute("src")).toContain("plan=pro+%26+more");
});

test("compares versions, previews one, restores it as the draft, and undoes that", async () => {
  const slug = await publishForm(me, survey(), { title: "Lunch" });
  const [first, ...others] = survey().nodes;
  const changed = { ...survey(), nodes: [{ ...first, data: { ...first?.data, title: "Your name?" } }, ...others] };
  await saveDraft(me, slug, changed);
  await expecting(201, me.post(`/api/v2/form/${slug}/publish/`));
  const unfinished = { ...changed, hidden_fields: ["source"] };
  await saveDraft(me, slug, unfinished);
  const { page, context, expect: expectComplaint } = await visitAs(me, `/forms/${slug}/versions`);
  await page.getByText("Hidden field “source” added").waitFor();
  await page.getByLabel("From", { exact: true }).selectOption("Version 1");
  await page.getByLabel("To", { exact: true }).selectOption("Version 2");
  await page.locator("del").getByText("“About name”").waitFor();
  await page.locator("ins").getByText("“Your name?”").waitFor();
  expect(new URL(page.url()).search).toBe("?from=1&to=2");
  await page.getByRole("button", { name: "Preview version 1" }).click();
  await page.frameLocator("iframe").getByLabel("About name").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Close" }).click();
  const draft = async () => (await expecting(200, me.get(`/api/v2/form/${slug}/draft/`))).body.graph;
  // the draft changes elsewhere while the dialog is open
  const read = page.waitForResponse(/\/draft\/$/);
  await page.getByRole("button", { name: "Restore as draft: version 1" }).click();
  await read;
  const restore = page.getByRole("dialog").getByRole("button", { name: "Restore as draft" });
  await page.locator("[data-busy]").waitFor({ state: "detached" });
  await saveDraft(me, slug, { ...unfinished, hidden_fields: ["source", "campaign"] });
  expectComplaint(/status of 409/);
  await restore.click();
  await page.getByText("The draft changed elsewhere.").waitFor();
  expect((await draft()).hidden_fields).toEqual(["source", "campaign"]);
  await restore.click();
  await page.getByText("Version 1 restored as the draft.").waitFor();
  expect((await draft()).nodes[0].data.title).toBe("About name");
  await page.getByRole("button", { name: "Undo" }).click();
  await page.getByText("Draft restored.").waitFor();
  expect((await draft()).hidden_fields).toEqual(["source", "campaign"]);
  // shows a failure of the list
  expectComplaint(/status of 500/);
  await context.route("**/versions/?page=**", (route) =>
    route.fulfill({ status: 500, headers: { "x-request-id": "req-7" }, json: { detail: "Something went wrong." } }),
  );
  await page.reload();
  await page.getByText("Request ID req-7").waitFor();
  await context.unroute("**/versions/?page=**");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: /^Version 2/ }).waitFor();
});

test("shows that a version or a page of the list doesn’t exist, with a way out", async () => {
  const slug = await publishForm(me, survey(), { title: "Lunch" });
  const { page, expect: expectComplaint } = await visitAs(me, `/forms/${slug}/versions?from=7&page=9`);
  expectComplaint(/status of 404/);
  await page.getByRole("heading", { name: "Version 7 not found" }).waitFor();
  await page.getByRole("heading", { name: "Nothing on this page" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Open last page" }).click();
  await page.getByRole("heading", { name: /^Version 1/ }).waitFor();
  await page.getByRole("link", { name: "Compare the current version with the draft" }).click();
  await page.getByText("No differences.").waitFor();
  await page.goto(`/forms/${slug}/versions?from=1&to=8`);
  await page.getByRole("heading", { name: "Version 8 not found" }).waitFor();
  await page.getByLabel("To", { exact: true }).selectOption("Draft");
  await page.getByText("No differences.").waitFor();
});

test("publishes results of chosen questions, changes them, and removes them", async () => {
  const slug = await publishForm(me, survey(), { title: "Lunch" });
  const path = `/api/v2/form/${slug}/results/`;
  const { page, expect: expectComplaint } = await visitAs(me, `/forms/${slug}/share`);
  expectComplaint(/status of 404/);
  await page.getByRole("link", { name: "Public results" }).click();
  expect(await page.getByLabel("Heading").inputValue()).toBe("Results: Lunch");
  const questions = page.getByRole("group", { name: "Questions to show" });
  expect(await questions.getByLabel("About name").isDisabled()).toBe(true);
  await questions.getByLabel("About age").uncheck();
  await page.getByLabel("Show until (optional)").fill("2090-05-31");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Publish results" }).click();
  await page.getByText("Public results saved.").waitFor();
  const { body } = await expecting(200, me.get(path));
  expect(body).toMatchObject({ title: "Results: Lunch", node_ids: ["color"] });
  expect(body.expires_at).toMatch(/^2090-0(5-31|6-01)T/);
  expect(await page.getByLabel("Link to the results").inputValue()).toBe(body.url);
  expect(await page.getByRole("link", { name: "Open results" }).getAttribute("href")).toBe(body.url);
  await page.getByLabel("Heading").fill("Colors");
  await page.getByRole("button", { name: "Save", exact: true }).click();
  await eventually(async () => expect((await expecting(200, me.get(path))).body.title).toBe("Colors"));
  await page.getByRole("button", { name: "Remove public results" }).click();
  await page.getByText("Their link stops working.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByRole("button", { name: "Publish results" }).waitFor();
  await expecting(404, me.get(path));
});

test("shows which responses a retention would delete before it is saved", async () => {
  const slug = await publishForm(me, survey());
  await walk(slug, { name: "Ada", color: "red", age: 30 });
  const { page } = await visitAs(me, `/forms/${slug}/settings`);
  await page.getByLabel("Keep responses").selectOption({ label: "30 days" });
  await page.getByText("This deletes no responses now.").waitFor();
  await page.getByLabel("Change answers after sending").selectOption({ label: "1 day" });
  await page.getByText("Check answers before sending").click();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByText("Settings saved.").waitFor();
  const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/`));
  expect(body).toMatchObject({ retention_days: 30, edit_window_minutes: 1_440, review: true });
  await page.getByLabel("Keep responses").selectOption({ label: "As long as the server keeps them" });
  await page.getByRole("button", { name: "Save settings" }).click();
  await eventually(async () => {
    const { body: saved } = await expecting(200, me.get(`/api/v2/form/${slug}/`));
    expect(saved).toMatchObject({ retention_days: null });
  });
});

test("marks questions as personal, and words it for a privacy notice", async () => {
  const slug = await publishForm(me, survey(), { title: "Lunch" });
  const path = `/api/v2/form/${slug}/`;
  const { page } = await visitAs(me, `/forms/${slug}/settings`);
  const privacy = page.getByRole("region", { name: "Privacy" });
  await privacy.getByText("This form asks for no personal data.").waitFor();
  await privacy.getByText("About name", { exact: true }).waitFor();
  await privacy.getByRole("switch", { name: "About name: personal data" }).check({ force: true });
  await privacy.getByText("Publish to apply").waitFor();
  await page.getByText("Saved in the draft. Publish the form to apply it.").waitFor();
  const { body: draft } = await expecting(200, me.get(`${path}draft/`));
  expect(draft.graph.nodes[0].data).toMatchObject({ title: "About name", is_personal: true });
  expect(await accessibilityProblems(page)).toEqual([]);
  await expecting(201, me.post(`${path}publish/`));
  await page.getByLabel("Keep personal answers").selectOption({ label: "30 days" });
  await page.getByText("This deletes no personal answers now.").waitFor();
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByText("Settings saved.").waitFor();
  await page.reload();
  await privacy.getByText("This form asks for personal data: About name.").waitFor();
  await privacy.getByText("We delete personal data 30 days after your last activity.").waitFor();
});

test("keeps the tabs in place from page to page, and its actions in the line of the title on a phone", async () => {
  const slug = await publishForm(me, survey(), { title: "Places" });
  const untitled = { ...node("q", "short_text"), data: { title: "", is_required: false, config: {} } };
  await expecting(200, saveDraft(me, slug, chain(untitled)));
  const { page } = await visitAs(me, `/forms/${slug}/share`, { viewport: { width: 1440, height: 900 } });
  const tab = page.getByRole("navigation", { name: "Pages of this form" }).getByRole("link", { name: "Insights" });
  const places: Record<number, Set<number>> = {};
  for (const [path, action] of [
    ["build?view=list", "1 error"],
    ["share", "Open form"],
    ["settings", "Saved"],
    ["translations", "Publish"],
  ] as const) {
    await page.goto(`/forms/${slug}/${path}`);
    await page.getByRole("button", { name: "Rename Places" }).waitFor();
    const known = page.getByRole("button", { name: action }).or(page.getByText(action, { exact: true }));
    await known.first().waitFor();
    for (const width of [1440, 1280, 768]) {
      await page.setViewportSize({ width, height: 900 });
      places[width] ??= new Set();
      places[width].add(Math.round((await tab.boundingBox())?.x ?? 0));
    }
  }
  expect(Object.values(places).map(({ size }) => size)).toEqual([1, 1, 1]);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/forms/${slug}/share`);
  const link = page.getByRole("link", { name: "Open form" });
  await eventually(async () => expect((await link.boundingBox())?.y).toBeLessThan((await tab.boundingBox())?.y ?? 0));
});
