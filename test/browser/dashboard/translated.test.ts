import { type Owner, owner } from "../../support/api.ts";
import { visitAs } from "../support/browser.ts";
import { translate } from "../support/translate.ts";
import { row, saved } from "./builder/opened.ts";
import { dashboardPages, makeScene, openPage, type Scene } from "./pages.ts";

/** The dashboard in a browser that translates it. */
const wide = { viewport: { width: 1440, height: 900 } };
const kinds = ["wrapped", "replaced"] as const;
let me: Owner;
let scene: Scene;
beforeAll(async () => {
  me = await owner();
  scene = await makeScene(me);
});

test.each(kinds)(
  "leaves every page, and opens the next, with texts %s",
  async (kind) => {
    const { page, idle } = await visitAs(me, null, wide);
    for (const one of dashboardPages) {
      await openPage(page, one, scene);
      await idle();
      expect([one.name, await translate(page, kind)]).not.toEqual([one.name, 0]);
      await page.locator(`nav a[href="/integrations"]`).first().click();
      await page.locator("h1").filter({ hasText: "Integrations" }).waitFor();
      await page.locator("nav a[href='/']").first().click();
      await page.locator("h1").filter({ hasText: "Forms" }).waitFor();
      expect([one.name, await page.getByText("Something went wrong here").count()]).toEqual([one.name, 0]);
    }
  },
  300_000,
);

test.each(kinds)("types in the builder with texts %s, and shows the new ones", async (kind) => {
  const { page, idle } = await visitAs(me, `/forms/${scene.slug}/build?view=list`, wide);
  await row(page, /recommend/)
    .first()
    .click();
  const title = page.getByRole("textbox", { name: "Title" });
  await title.waitFor();
  await idle();
  await translate(page, kind);
  await title.press("End");
  for (const letter of " Really?") {
    await page.keyboard.type(letter);
    await translate(page, kind);
  }
  await row(page, /Really\?/)
    .first()
    .waitFor();
  expect(await page.getByText("Something went wrong here").count()).toBe(0);
  await saved(page, "Saved");
});

test.each(kinds)("opens and leaves a response with texts %s", async (kind) => {
  const { page, idle } = await visitAs(me, `/forms/${scene.slug}/responses`, wide);
  const drawer = page.getByRole("complementary", { name: "Response" });
  const responses = page.locator("tbody").getByRole("row");
  await responses.first().waitFor();
  await idle();
  for (const at of [0, 1, 2]) {
    await translate(page, kind);
    await responses.nth(at).click();
    await drawer.waitFor();
    await idle();
    expect(await page.getByText("Something went wrong here").count()).toBe(0);
  }
  await drawer.getByText("Your people.").waitFor();
});
