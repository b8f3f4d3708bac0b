import { createForm, expecting, type Owner, owner, saveDraft } from "../../../support/api.ts";
import { eventually } from "../../../support/eventually.ts";
import { chain } from "../../../support/sampleGraphs.ts";
import { accessibilityProblems } from "../../support/browser.ts";
import { letters, openBuilder } from "./opened.ts";

let me: Owner;
beforeAll(async () => {
  me = await owner();
});

test("chooses a theme beside the preview, undoes it, and edits one with the form’s own questions", async () => {
  const slug = await createForm(me, { title: "In color" });
  await expecting(200, saveDraft(me, slug, chain(...letters)));
  const themeOf = async () => (await expecting(200, me.get(`/api/v2/form/${slug}/`))).body.theme.name;
  const first = await themeOf();
  const { page } = await openBuilder(me, slug);
  await page.getByRole("button", { name: "Design" }).click();
  const dialog = page.getByRole("dialog", { name: "Preview" });
  const html = dialog.frameLocator("iframe").locator("html");
  const color = () => html.evaluate((element) => getComputedStyle(element).getPropertyValue("--primary"));
  await dialog.frameLocator("iframe").getByText("About a").waitFor();
  const before = await color();
  expect(await accessibilityProblems(page)).toEqual([]);

  await dialog.getByRole("button", { name: "Midnight" }).click();
  await page.getByText("This form has the theme “Midnight” now.").waitFor();
  await dialog.getByRole("button", { name: "Midnight", pressed: true }).waitFor();
  expect(await themeOf()).toBe("Midnight");
  await eventually(async () => expect(await color()).not.toBe(before));

  await page.getByRole("region", { name: "Notifications" }).getByRole("button", { name: "Undo" }).first().click();
  await dialog.getByRole("button", { name: first, pressed: true }).waitFor();
  expect(await themeOf()).toBe(first);

  await dialog.getByRole("link", { name: `Edit “${first}”` }).click();
  await page.getByRole("complementary", { name: "Preview" }).frameLocator("iframe").getByText("About a").waitFor();
});
