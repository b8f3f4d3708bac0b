import { createForm, expecting, type Owner, owner, saveDraft } from "../../../support/api.ts";
import { chain, node } from "../../../support/sampleGraphs.ts";
import { accessibilityProblems } from "../../support/browser.ts";
import { letters, openBuilder, row, saved } from "./opened.ts";

/** Changes in the builder are saved, merged or kept locally, and never lost. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

test("saves changes typed while signed out, merged with others’ changes, after a new sign-in", async () => {
  const slug = await createForm(me, { title: "Two of us" });
  await expecting(200, saveDraft(me, slug, chain(node("a", "short_text"), node("b", "short_text"))));
  const { page, loseSignIn, expect: expectComplaint } = await openBuilder(me, slug);
  expectComplaint(/status of 40[19]/);
  await row(page, /About a/).click();
  await loseSignIn();
  await page.getByRole("textbox", { name: "Title" }).fill("Mine");
  await page.getByRole("dialog").getByLabel("Password").waitFor();
  // behind the dialog, which hides everything else from screen readers
  await page.getByText("Sign-in needed, saved on this device").waitFor();
  const theirs = chain(node("a", "short_text"), { ...node("b", "short_text"), data: { title: "Theirs", config: {} } });
  await expecting(200, saveDraft(me, slug, theirs));
  await page.getByRole("dialog").getByLabel("Password").fill(me.password);
  await page.keyboard.press("Enter");
  await row(page, /Theirs/).waitFor();
  await saved(page);
  const { body } = await me.get(`/api/v2/form/${slug}/draft/`);
  expect(body.graph.nodes.map(({ data }: { data: { title: string } }) => data.title)).toEqual([
    "Mine",
    "Theirs",
    "About end",
  ]);
});

test("asks which of two people's titles to keep without moving the form, and tells the other one what was replaced", async () => {
  const slug = await createForm(me, { title: "Both" });
  await expecting(200, saveDraft(me, slug, chain(node("a", "short_text"))));
  const [hers, his] = await Promise.all([
    openBuilder(me, slug),
    openBuilder(me, slug, { colorScheme: "dark", viewport: { width: 360, height: 740 } }),
  ]);
  his.expect(/status of 409/);
  const [theirs, mine] = [hers.page, his.page].map((page) => page.getByRole("textbox", { name: "Title" }));
  if (!theirs || !mine) throw new Error("two pages");
  await row(his.page, /About a/).click();
  const place = await mine.boundingBox();
  await row(hers.page, /About a/).click();
  await theirs.fill("Hers");
  await saved(hers.page);
  await mine.fill("His");
  const card = his.page.getByRole("region", { name: /changed this too$/ });
  await card.getByText("Hers", { exact: true }).waitFor();
  expect(await mine.boundingBox()).toEqual(place);
  expect(await accessibilityProblems(his.page)).toEqual([]);
  await card.getByRole("radio", { name: /^Yours/ }).check();
  await card.getByRole("button", { name: "Save" }).click();
  await saved(his.page);
  await hers.page.getByText(/replaced Title of “His”: “Hers”\.$/).waitFor();
  await hers.page.getByRole("button", { name: "Undo" }).last().click();
  await saved(hers.page);
  expect(await theirs.inputValue()).toBe("Hers");
  expect((await me.get(`/api/v2/form/${slug}/draft/`)).body.graph.nodes[0].data.title).toBe("Hers");
});

/**
 * Changes a title offline and closes the page while the last change waits to be written. Returns the next page, which is online, and
 * its offer.
 */
async function writtenOffline(slug: string, title: string, meanwhile: () => Promise<unknown> = async () => undefined) {
  const { page, context, expect: expectComplaint } = await openBuilder(me, slug);
  // the preview may still be loading
  expectComplaint(/ERR_INTERNET_DISCONNECTED|Failed to fetch dynamically imported module/);
  await context.setOffline(true);
  await row(page, /About a/).click();
  const field = page.getByRole("textbox", { name: "Title" });
  await field.fill("A first thought");
  await saved(page, "Offline, saved on this device");
  // a closing page is online again: without this, no request starts
  await page.evaluate(() => void Object.assign(window, { AbortController: undefined }));
  for (const text of [title.slice(0, 1), title]) await field.fill(text);
  await page.close();
  await meanwhile();
  await context.setOffline(false);
  const again = await context.newPage();
  await again.goto(`/forms/${slug}/build?view=list`);
  return { again, offer: again.getByRole("region", { name: "Restore unsaved changes?" }) };
}

test("keeps changes locally while offline, and offers to restore them after the page was closed", async () => {
  const slug = await createForm(me, { title: "Train" });
  await expecting(200, saveDraft(me, slug, chain(node("a", "short_text"))));
  const { again, offer } = await writtenOffline(slug, "In a tunnel");
  await offer.getByText("“In a tunnel”").waitFor();
  await offer.getByRole("button", { name: "Restore changes" }).click();
  await row(again, /In a tunnel/).waitFor();
  await saved(again);
  expect((await me.get(`/api/v2/form/${slug}/draft/`)).body.graph.nodes[0].data.title).toBe("In a tunnel");
});

test("asks before restoring local changes that conflict with others’ edits, and can undo it", async () => {
  const slug = await createForm(me, { title: "Two trains" });
  const [first, second] = [node("a", "short_text"), node("b", "short_text")];
  const titled = (one: typeof first, title: string) => ({ ...one, data: { ...one.data, title } });
  await expecting(200, saveDraft(me, slug, chain(first, second)));
  const theirs = chain(titled(first, "Theirs"), titled(second, "Theirs too"));
  const { again, offer } = await writtenOffline(slug, "Mine", () => expecting(200, saveDraft(me, slug, theirs)));
  await offer.getByText("Theirs", { exact: true }).first().waitFor();
  expect(await accessibilityProblems(again)).toEqual([]);
  await offer.getByRole("button", { name: "Discard changes" }).click();
  await again.getByRole("button", { name: "Undo" }).last().click();
  await offer.getByRole("radio", { name: /^Yours/ }).check();
  await offer.getByRole("button", { name: "Restore changes" }).click();
  await row(again, /Mine/).waitFor();
  await row(again, /Theirs too/).waitFor();
  await again.keyboard.press("Control+z");
  await row(again, /^Theirs$/).waitFor();
  await saved(again);
  expect((await me.get(`/api/v2/form/${slug}/draft/`)).body.graph.nodes[0].data.title).toBe("Theirs");
});

test("renames the form and its link in the heading, and keeps what was edited before", async () => {
  const old = await createForm(me, { title: "Old" });
  await expecting(200, saveDraft(me, old, chain(...letters)));
  const { page, expect: expectComplaint } = await openBuilder(me, old);
  await row(page, /About b/).click();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Edited before");
  await saved(page);
  // the new title changes the draft, so the next save is merged
  expectComplaint(/status of 409/);
  await page.getByRole("button", { name: "Rename Old" }).click();
  await page.getByRole("textbox", { name: "Form title" }).fill("New");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Rename New" }).waitFor();
  await page.getByRole("heading", { name: "New", level: 1 }).waitFor();
  expect(await page.title()).toBe("New · Pathform");
  const slug = old.replace("old-", "new-");
  await page.waitForURL(`**/forms/${slug}/build*`);
  await row(page, /About a/).click();
  await page.getByRole("textbox", { name: "Title", exact: true }).fill("Mine");
  await row(page, /Mine/).waitFor();
  await saved(page);
  expect((await me.get(`/api/v2/form/${slug}/draft/`)).body).toMatchObject({
    title: "New",
    graph: { nodes: [{ data: { title: "Mine" } }, { data: { title: "Edited before" } }, {}, {}] },
  });
  await page.getByRole("button", { name: "Undo: edit title" }).click();
  await page.getByRole("button", { name: "Undo: edit title" }).click();
  await row(page, /About b/).waitFor();
  await saved(page);
  // undo in this field affects only its own text
  await page.getByRole("button", { name: "Rename New" }).click();
  await page.keyboard.press("End");
  await page.keyboard.type("er");
  await page.keyboard.press("Control+z");
  expect(await page.getByRole("textbox", { name: "Form title" }).inputValue()).not.toBe("Newer");
  await row(page, /About a/).waitFor();
});

test("leaves the focus where it is when a rename changes the link", async () => {
  const old = await createForm(me, { title: "Old" });
  const { page } = await openBuilder(me, old);
  const renaming = Promise.withResolvers<void>();
  await page.route(`**/api/v2/form/${old}/`, async (route) => {
    if (route.request().method() === "PATCH") await renaming.promise;
    await route.continue();
  });
  await page.getByRole("button", { name: "Rename Old" }).click();
  await page.getByRole("textbox", { name: "Form title" }).fill("New");
  await page.keyboard.press("Enter");
  const button = page.getByRole("button", { name: "Rename New" });
  await button.waitFor();
  // as if the response came before the button has the focus of the field
  await button.evaluate(() => (document.activeElement as HTMLElement).blur());
  renaming.resolve();
  await page.waitForURL(`**/forms/${old.replace("old-", "new-")}/build*`);
  await page.evaluate(async () => {
    for (let frame = 0; frame < 5; frame += 1) await new Promise(requestAnimationFrame);
  });
  expect(await page.evaluate(() => document.activeElement?.tagName)).not.toBe("H1");
});
