import { expecting, owner, publishForm } from "../../support/api.ts";
import { survey } from "../../support/sampleGraphs.ts";
import { problemsDayAndNight, visitAs } from "../support/browser.ts";

test("labels selected forms, whose rows are links, and shows them on a phone", async () => {
  const me = await owner();
  const make = async (title: string, labels: string[]) => {
    const slug = await publishForm(me, survey(), { title });
    await expecting(200, me.patch(`/api/v2/form/${slug}/`, { labels }));
  };
  await make("Product feedback", ["Customers", "Q4"]);
  await make("Conference feedback with a very long title", ["Events", "Care", "l".repeat(50), "More"]);
  await make("Plain", []);
  const { page } = await visitAs(me, "/");
  for (const title of ["Product feedback", "Plain"])
    await page.getByRole("checkbox", { name: `Select “${title}”` }).click();
  await page.getByRole("button", { name: "Label", exact: true }).click();
  const dialog = page.getByRole("dialog", { name: "Labels of 2 forms" });
  await dialog.getByRole("checkbox", { name: "Events" }).check();
  expect(await problemsDayAndNight(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Save labels" }).click();
  await page.getByRole("button", { name: "Events 3 forms" }).waitFor();
  await page.setViewportSize({ width: 320, height: 800 });
  // elsewhere, the bar at the top covers a part of a field
  await page.evaluate(() => scrollTo(0, 0));
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(320);
  expect(await problemsDayAndNight(page)).toEqual([]);
});
