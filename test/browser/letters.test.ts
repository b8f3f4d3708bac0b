import type { Page } from "playwright-core";
import { expecting, type Owner, owner, publishForm } from "../support/api.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { visit } from "./support/browser.ts";

/** The fonts that texts of several languages are drawn in. */
let me: Owner;
let themes: { id: string; name: string }[];
beforeAll(async () => {
  me = await owner();
  themes = (await expecting(200, me.get("/api/v2/theme/"))).body.results;
});

const titled = (id: string, title: string) => ({ ...node(id, "welcome_screen"), data: { title, config: {} } });

test.each([
  ["Path", "Figtree", "Zażółć gęślą jaźń?", true],
  ["Path", "Figtree", "Bạn có hài lòng không?", false],
  ["Clay", "Fraunces", "Bạn có hài lòng với dịch vụ không?", true],
  ["Clay", "Fraunces", "What does ευχαριστώ mean?", false],
  ["Midnight", "Bricolage Grotesque", "Pijamalı hasta, şoför, İstanbul", true],
])("with %s (%s), draws “%s” in one font, the theme's: %s", async (name, font, title, isThemes) => {
  const themeId = themes.find((theme) => theme.name === name)?.id;
  const slug = await publishForm(me, chain(titled("first", title), titled("second", `${title} 2`)), {
    theme_id: themeId,
  });
  const { page } = await visit(`/f/${slug}`, { isNew: true });
  expect(await fontsOf(page, title)).toEqual(isThemes ? [font] : [expect.not.stringContaining(font)]);
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByRole("heading", { name: `${title} 2` }).waitFor();
  expect(await fontsOf(page, `${title} 2`)).toEqual(isThemes ? [font] : [expect.not.stringContaining(font)]);
  // a text in the page's own language stays in the theme's font
  expect(await fontsOf(page, "Start", "button")).toEqual([font]);
});

/** Returns the families that this text is drawn in, once its fonts are loaded. */
async function fontsOf(page: Page, name: string, role: "heading" | "button" = "heading"): Promise<string[]> {
  const found = page.getByRole(role, { name, exact: true });
  await found.evaluate((element) => {
    element.id ||= "drawn";
    return document.fonts.ready;
  });
  const id = await found.getAttribute("id");
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("DOM.enable");
  await devtools.send("CSS.enable");
  const { root } = await devtools.send("DOM.getDocument");
  const { nodeId } = await devtools.send("DOM.querySelector", { nodeId: root.nodeId, selector: `[id="${id}"]` });
  const { fonts } = await devtools.send("CSS.getPlatformFontsForNode", { nodeId });
  await devtools.detach();
  return [...new Set(fonts.map(({ familyName }) => familyName.replace(/ (\d+pt|Light).*/, "")))];
}
