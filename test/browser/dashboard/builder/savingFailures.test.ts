import type { BrowserContext, Page } from "playwright-core";
import { baseUrl, createForm, expecting, type Owner, owner, saveDraft } from "../../../support/api.ts";
import { chain, node } from "../../../support/sampleGraphs.ts";
import { accessibilityProblems, visitAs } from "../../support/browser.ts";

/** Saving in the builder on unreliable networks and in restricted browsers. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const wide = { viewport: { width: 1280, height: 900 } };
const newForm = async (title: string, ...ids: string[]) => {
  const slug = await createForm(me, { title });
  await saveDraft(me, slug, chain(...ids.map((id) => node(id, "short_text"))));
  return slug;
};
const open = async (slug: string) => {
  const visited = await visitAs(me, `/forms/${slug}/build?view=list`, wide);
  // the question's fields load beside the list, and a busy page asks for them after the network was idle
  await row(visited.page, /About a/).click();
  await visited.page.getByRole("textbox", { name: "Title", exact: true }).waitFor();
  return visited;
};
const status = (page: Page, text: string) =>
  page.getByRole("status", { name: "Saving" }).filter({ hasText: text }).waitFor();
const row = (page: Page, name: RegExp) =>
  page.getByRole("grid", { name: "Questions and screens" }).getByRole("row", { name });
const write = async (page: Page, question: RegExp, title: string) => {
  await row(page, question).click();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill(title);
};
const draftOf = async (slug: string) => (await expecting(200, me.get(`/api/v2/form/${slug}/draft/`))).body.graph;
const titlesOf = async (slug: string) =>
  (await draftOf(slug)).nodes.map(({ data }: { data: { title?: string } }) => data.title);
const tab = (page: Page, name: string) =>
  page.getByRole("navigation", { name: "Pages of this form" }).getByRole("link", { name });

/** Delays saves of this form until `open` is called. */
async function holdSaves(context: BrowserContext, slug: string): Promise<{ asked: Promise<void>; open(): void }> {
  const [asked, opened] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  await context.route(`**/api/v2/form/${slug}/draft/`, async (route) => {
    if (route.request().method() === "PUT") {
      asked.resolve();
      await opened.promise;
    }
    await route.continue();
  });
  return { asked: asked.promise, open: opened.resolve };
}

test("keeps edits when leaving during a save, and can undo them", async () => {
  const slug = await newForm("Slow", "a");
  const { page, context } = await open(slug);
  const saves = await holdSaves(context, slug);
  await write(page, /About a/, "Typed at the last moment");
  // simulates a busy machine, because the page must not show the previous draft before the save is complete
  await page.evaluate(() => {
    const { setTimeout } = window;
    Object.assign(window, { setTimeout: (run: () => void, ms = 0) => setTimeout(run, ms + 1_000) });
  });
  await tab(page, "Share").click();
  await Promise.all([saves.asked, page.waitForURL("**/share")]);
  await page.goBack();
  await row(page, /Typed at the last moment/).waitFor();
  saves.open();
  await status(page, "Saved");
  expect((await titlesOf(slug))[0]).toBe("Typed at the last moment");
  await page.getByRole("button", { name: "Undo: edit title" }).click();
  await row(page, /About a/).waitFor();
});

test("doesn’t claim that changes are saved locally if the browser stores nothing", async () => {
  const slug = await newForm("Full", "a");
  const { page, context, expect: expectComplaint } = await open(slug);
  // the preview may not have loaded yet, and says so
  expectComplaint(/ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/);
  const devtools = await context.newCDPSession(page);
  await devtools.send("Storage.overrideQuotaForOrigin", { origin: baseUrl(), quotaSize: 1 });
  await context.setOffline(true);
  await write(page, /About a/, "Nowhere else");
  await status(page, "Offline, not saved on this device");
  await page.getByText(/Keep this page open/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await context.setOffline(false);
  await status(page, "Saved");
  expect((await titlesOf(slug))[0]).toBe("Nowhere else");
});

test("offers local changes under the form’s new slug", async () => {
  const slug = await newForm("Moved", "a");
  const { page, context, expect: expectComplaint } = await open(slug);
  // the preview may not have loaded yet, and says so
  expectComplaint(/ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/);
  await context.setOffline(true);
  await write(page, /About a/, "In a tunnel");
  await status(page, "Offline, saved on this device");
  await page.close();
  await expecting(200, me.patch(`/api/v2/form/${slug}/`, { slug: `${slug}-b` }));
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(`/forms/${slug}-b/build?view=list`);
  const offer = again.getByRole("region", { name: "Restore unsaved changes?" });
  await offer.getByRole("button", { name: "Restore changes" }).click();
  await offer.waitFor({ state: "detached" });
  await status(again, "Saved");
  expect((await titlesOf(`${slug}-b`))[0]).toBe("In a tunnel");
});

test("undoes only the user’s own changes, not those merged from elsewhere", async () => {
  const slug = await newForm("Two of us", "a", "b");
  const { page, expect: expectComplaint } = await open(slug);
  expectComplaint(/status of 409/);
  await write(page, /About a/, "Mine");
  await status(page, "Saved");
  const graph = await draftOf(slug);
  graph.nodes[1].data.title = "Theirs";
  await saveDraft(me, slug, graph);
  const notice = page.getByRole("region", { name: "Notifications" });
  // goes after six seconds
  const told = notice.getByText(/^Changes by .+ were added\.$/).waitFor();
  await Promise.all([told, write(page, /Mine/, "Mine, and more")]);
  await row(page, /Theirs/).waitFor();
  expect(await notice.getByRole("button", { name: "Undo" }).count()).toBe(0);
  await status(page, "Saved");
  await page.getByRole("button", { name: "Undo: edit title" }).click();
  await row(page, /About a|Mine$/)
    .first()
    .waitFor();
  await status(page, "Saved");
  expect((await titlesOf(slug))[1]).toBe("Theirs");
});

test("edits and publishes over plain HTTP from another machine", async () => {
  const slug = await newForm("At home", "a");
  const { page, context } = await visitAs(me, "/", wide);
  // browsers leave these out without HTTPS
  await context.addInitScript(() => {
    Reflect.deleteProperty(Crypto.prototype, "randomUUID");
    Reflect.deleteProperty(Navigator.prototype, "locks");
  });
  await page.goto(`/forms/${slug}/build?view=list`);
  await write(page, /About a/, "Written at home");
  await status(page, "Saved");
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog", { name: "Version 1 is live" }).waitFor();
});

test("publishes one version if a publish with a lost reply is repeated", async () => {
  const slug = await newForm("Lost", "a");
  const { page, context, expect: expectComplaint } = await open(slug);
  expectComplaint(/ERR_FAILED/);
  await context.route(
    `**/api/v2/form/${slug}/publish/`,
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await page.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish" });
  await dialog.getByRole("button", { name: "Publish" }).click();
  await dialog.getByRole("alert").waitFor();
  await dialog.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog", { name: "Version 1 is live" }).waitFor();
});
