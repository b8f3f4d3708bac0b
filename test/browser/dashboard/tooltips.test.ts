import { createForm, owner, saveDraft } from "../../support/api.ts";
import { survey } from "../../support/sampleGraphs.ts";
import { problemsDayAndNight, visitAs } from "../support/browser.ts";

test("shows the names and shortcuts of icons under the pointer and the keyboard's focus, to sighted people alone", async () => {
  const me = await owner();
  const slug = await createForm(me, { title: "Lunch" });
  await saveDraft(me, slug, survey());
  const { page } = await visitAs(me, `/forms/${slug}/build?view=canvas`, { viewport: { width: 1280, height: 800 } });
  const tip = page.locator("[popover]:popover-open");
  const zoom = page.getByRole("button", { name: "Zoom in" });
  await zoom.hover();
  await tip.getByText("Zoom in", { exact: true }).waitFor();
  expect(await tip.getAttribute("aria-hidden")).toBe("true");
  expect(await problemsDayAndNight(page)).toEqual([]);
  // the pointer may move onto it
  await tip.hover();
  expect(await tip.count()).toBe(1);
  await page.keyboard.press("Escape");
  await tip.waitFor({ state: "detached" });
  await page.mouse.move(640, 300);

  await page.keyboard.press("Control+k");
  await page.getByRole("dialog").getByRole("combobox").fill("Email");
  await page.keyboard.press("Enter");
  const undo = page.getByRole("button", { name: /^Undo: / });
  await undo.hover();
  await tip.getByText("Ctrl+Z").waitFor();
  await zoom.focus();
  await tip.getByText("Zoom in", { exact: true }).waitFor();
  const [box, button] = [await tip.boundingBox(), await zoom.boundingBox()];
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
  // a button with a text has none
  await page.getByRole("button", { name: "Publish" }).focus();
  await tip.waitFor({ state: "detached" });
});
