import { type Preset, presets } from "../../../shared/domain/theme/presets.ts";
import { expecting, type Owner, owner, publishForm } from "../../support/api.ts";
import { eventually } from "../../support/eventually.ts";
import { images } from "../../support/images.ts";
import { survey } from "../../support/sampleGraphs.ts";
import { accessibilityProblems, visitAs } from "../support/browser.ts";

/** Themes: creation, contrast warnings, preview and deletion. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});
const wide = { viewport: { width: 1280, height: 900 } };

test("creates a theme, warns about low contrast, previews its colors, and saves the suggested ones", async () => {
  const { page, expect: expectComplaint } = await visitAs(me, "/settings/themes", wide);
  await page.getByRole("button", { name: "New theme" }).click();
  await page.getByLabel("Name").fill("Default");
  expectComplaint(/status of 409/);
  await page.keyboard.press("Enter");
  await page.getByText("reserved for the default theme").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel("Name").fill("Morning");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Morning", level: 1 }).waitFor();
  const frame = page.frameLocator("iframe");
  const question = frame.getByRole("radiogroup", { name: "How did you find the workshop?" });
  await question.waitFor();
  await page.getByLabel("Text", { exact: true }).fill("#dddddd");
  await page.getByText(/^Text contrast is 1\.\d/).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  const shown = (await page.getByRole("button", { name: /^Use #/ }).textContent())?.replace("Use ", "") ?? "";
  const colorOf = () => frame.locator("html").evaluate((html) => getComputedStyle(html).getPropertyValue("--text"));
  await eventually(async () => expect(await colorOf()).toBe(shown));
  const previewScheme = page.getByRole("group", { name: "Preview color scheme" });
  await previewScheme.getByRole("radio", { name: "Dark" }).check({ force: true });
  const schemeOf = () => frame.locator("html").evaluate((html) => getComputedStyle(html).colorScheme);
  await eventually(async () => expect(await schemeOf()).toBe("dark"));
  await page.getByRole("button", { name: /^Use #/ }).click();
  await page.getByText("Low contrast").waitFor({ state: "detached" });
  await page.getByLabel("Corner radius").fill("99");
  expectComplaint(/status of 400/);
  await page.getByRole("button", { name: "Save theme" }).click();
  await page.getByText("must be at most 48").waitFor();
  expect(await page.getByLabel("Corner radius").getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("Corner radius").fill("20");
  await page.getByRole("button", { name: "Save theme" }).click();
  await page.getByText("“Morning” saved.").waitFor();
  const { body } = await expecting(200, me.get("/api/v2/theme/?ordering=-created&limit=1"));
  expect(body.results[0]).toMatchObject({ name: "Morning", border_radius: 20, colors: { text: shown } });
});

test("previews each screen, and saves the font, layout, color scheme and background", async () => {
  const { body: theme } = await expecting(201, me.post("/api/v2/theme/", { name: "Late" }));
  const { page } = await visitAs(me, `/settings/themes/${theme.id}`, wide);
  const frame = page.frameLocator("iframe");
  const choose = (name: string, group: string) =>
    page.getByRole("group", { name: group, exact: true }).getByRole("radio", { name }).check({ force: true });
  await frame.getByRole("radiogroup", { name: "How did you find the workshop?" }).waitFor();
  await choose("End screen", "Screen");
  await frame.getByRole("heading", { name: "Thank you!" }).waitFor();
  await frame.getByText("8", { exact: true }).first().waitFor();
  await choose("Question", "Screen");
  await frame.getByRole("textbox", { name: "What should we do differently?" }).waitFor();
  await choose("Computer", "Device");
  await choose("Fraunces", "Font");
  const fontOf = () => frame.locator("html").evaluate((html) => getComputedStyle(html).getPropertyValue("--font"));
  await eventually(async () => expect(await fontOf()).toMatch(/^"Fraunces"/));
  // the screen stays when the look changes
  await frame.getByRole("textbox", { name: "What should we do differently?" }).waitFor();
  await choose("Split", "Layout");
  await choose("Tint", "Background");
  await choose("Dark", "Color scheme");
  await page.getByRole("group", { name: "Preview color scheme" }).waitFor({ state: "detached" });
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Save theme" }).click();
  await page.getByText("“Late” saved.").waitFor();
  const { body } = await expecting(200, me.get(`/api/v2/theme/${theme.id}/`));
  expect(body).toMatchObject({ font: "Fraunces", layout: "split", scheme: "dark", background_style: "tint" });
});

test("previews a theme in view of its colors on a phone, with no words below the button", async () => {
  const { body: theme } = await expecting(201, me.post("/api/v2/theme/", { name: "Small" }));
  const phone = { width: 390, height: 844 };
  const { page } = await visitAs(me, `/settings/themes/${theme.id}`, { viewport: phone });
  const frame = page.frameLocator("iframe");
  const hint = frame.getByText(/^Click or tap|^Tap/).first();
  const button = frame.getByRole("button", { name: "Continue" });
  await hint.waitFor();
  const places = async () => [await hint.boundingBox(), await button.boundingBox()];
  const [words, below] = await places();
  expect((words?.y ?? 0) + (words?.height ?? 0)).toBeLessThanOrEqual(below?.y ?? 0);
  expect(below?.y).toBeLessThan(phone.height);
  expect((await page.getByLabel("Background", { exact: true }).boundingBox())?.y).toBeLessThan(phone.height);
});

test("adds a preset beside a theme of the same name", async () => {
  const { page } = await visitAs(me, "/settings/themes", wide);
  await page.getByRole("button", { name: "Add preset" }).click();
  const dialog = page.getByRole("dialog", { name: "Add preset" });
  await dialog.getByRole("button", { name: "Harbor" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Harbor" }).click();
  await page.getByText("“Harbor 2” added.").waitFor();
  await page.getByRole("link", { name: "Harbor 2" }).waitFor();
  await eventually(async () =>
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe("Add preset"),
  );
  const { body } = await expecting(200, me.get("/api/v2/theme/?ordering=-created&limit=1"));
  const { name, ...look } = presets[1] as Preset;
  expect(body.results[0]).toMatchObject({ ...look, name: "Harbor 2" });
});

test("loads the fonts of themes only where themes are shown", async () => {
  const { page } = await visitAs(me, "/", wide);
  const fonts = () =>
    page.evaluate(async () => {
      await document.fonts.ready;
      const files = performance.getEntriesByType("resource").map(({ name }) => name.split("/").at(-1) ?? "");
      return files.filter((file) => file.endsWith(".woff2")).map((file) => file.replace(/-[\w-]{7}\.woff2$/, ""));
    });
  await page.getByRole("heading", { name: "Forms", level: 1 }).waitFor();
  expect(await fonts()).toEqual(["inter"]);
  await page.getByRole("link", { name: "Themes" }).click();
  await page.getByRole("link", { name: "Clay" }).waitFor();
  await eventually(async () => expect(await fonts()).toEqual(expect.arrayContaining(["inter", "fraunces", "figtree"])));
});

test("uploads and shows a logo, and refuses a file that isn’t an image with the reason", async () => {
  const { body: theme } = await expecting(201, me.post("/api/v2/theme/", { name: "With a logo" }));
  const { page, expect: expectComplaint } = await visitAs(me, `/settings/themes/${theme.id}`, wide);
  const upload = async (file: { name: string; mimeType: string; buffer: Buffer }) => {
    const chosen = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Upload logo" }).click();
    await (await chosen).setFiles(file);
  };
  expectComplaint(/status of 415/);
  await upload({ name: "a.png", mimeType: "image/png", buffer: Buffer.from("no picture") });
  await page.getByRole("alert").waitFor();
  await upload({ name: "a.png", mimeType: "image/png", buffer: images.png });
  await page.frameLocator("iframe").locator("img[alt='']").waitFor();
  await page.getByRole("button", { name: "Save theme" }).click();
  await page.getByText("“With a logo” saved.").waitFor();
  const { body } = await expecting(200, me.get(`/api/v2/theme/${theme.id}/`));
  expect(body.logo_url).toMatch(/\/api\/v2\/r\/image\//);
});

test("asks before leaving with unsaved changes, and doesn’t overwrite changes made elsewhere", async () => {
  const { body: theme } = await expecting(201, me.post("/api/v2/theme/", { name: "Evening" }));
  const { page } = await visitAs(me, `/settings/themes/${theme.id}`, wide);
  await page.getByRole("radio", { name: "Other" }).check({ force: true });
  await page.getByLabel("Font name").fill("Georgia");
  await page.getByRole("link", { name: "All themes" }).click();
  await page.getByRole("dialog", { name: "Leave without saving?" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Stay" }).click();
  await expecting(200, me.patch(`/api/v2/theme/${theme.id}/`, { font: "Inter", border_radius: 3 }));
  await page.getByRole("button", { name: "Save theme" }).click();
  await page.getByRole("status").getByRole("group", { name: "Font" }).getByText("Inter").waitFor();
  expect((await me.get(`/api/v2/theme/${theme.id}/`)).body.font).toBe("Inter");
  expect(await page.getByLabel("Corner radius").inputValue()).toBe("3");
  await page.getByRole("button", { name: "Keep mine" }).click();
  await page.getByRole("button", { name: "Save theme" }).click();
  await page.getByText("“Evening” saved.").waitFor();
  expect((await me.get(`/api/v2/theme/${theme.id}/`)).body).toMatchObject({ font: "Georgia", border_radius: 3 });
});

test("names the forms that return to Default before deleting a theme", async () => {
  const { body: theme } = await expecting(201, me.post("/api/v2/theme/", { name: "Old" }));
  const slug = await publishForm(me, survey(), { title: "Lunch in Old", theme_id: theme.id });
  const { page } = await visitAs(me, "/settings/themes");
  await page.getByRole("button", { name: "Delete “Old”" }).click();
  const dialog = page.getByRole("dialog", { name: "Delete “Old”?" });
  await dialog.getByRole("link", { name: "Lunch in Old" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Delete" }).click();
  await page.getByRole("link", { name: "Old", exact: true }).waitFor({ state: "detached" });
  expect((await me.get(`/api/v2/form/${slug}/`)).body.theme.name).toBe("Path");
});

test("shows that a theme doesn’t exist if it is deleted or belongs to another workspace", async () => {
  const other = await owner();
  const { body: theme } = await expecting(201, other.post("/api/v2/theme/", { name: "Secret look" }));
  const { page, expect: expectComplaint } = await visitAs(me, `/settings/themes/${theme.id}`);
  expectComplaint(/status of 40[34]/);
  await page.getByRole("heading", { name: "Theme not found" }).waitFor();
  expect(await page.content()).not.toContain("Secret look");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.goto("/settings/themes/11111111-1111-4111-8111-111111111111");
  await page.getByRole("heading", { name: "Theme not found" }).waitFor();
});

test("deletes images that were replaced or never saved", async () => {
  const { body: theme } = await expecting(201, me.post("/api/v2/theme/", { name: "Pictures" }));
  const { page } = await visitAs(me, `/settings/themes/${theme.id}`, wide);
  const upload = async (before: string) => {
    const chosen = page.waitForEvent("filechooser");
    await page.getByRole("button", { name: "Upload logo" }).click();
    await (await chosen).setFiles({ name: "a.png", mimeType: "image/png", buffer: images.png });
    // found by its role, because the upload's notification has the same name for ten seconds
    await eventually(async () =>
      expect(await page.getByRole("textbox", { name: "Logo" }).inputValue()).not.toBe(before),
    );
    return page.getByRole("textbox", { name: "Logo" }).inputValue();
  };
  const save = async () => {
    await page.getByRole("button", { name: "Save theme" }).click();
    await page.getByRole("button", { name: "Discard changes" }).waitFor({ state: "detached" });
  };
  const untilGone = (url: string) =>
    eventually(async () => expect((await me.get(new URL(url).pathname)).status).toBe(404));
  const replacedAtOnce = await upload("");
  const replacedLater = await upload(replacedAtOnce);
  await save();
  const kept = await upload(replacedLater);
  await save();
  const left = await upload(kept);
  await page.getByRole("link", { name: "All themes" }).click();
  await page.getByRole("button", { name: "Leave without saving" }).click();
  await Promise.all([replacedAtOnce, replacedLater, left].map(untilGone));
  await expecting(200, me.get(new URL(kept).pathname));
});
