import { type Owner, owner, publishForm } from "../../support/api.ts";
import { survey } from "../../support/sampleGraphs.ts";
import { accessibilityProblems, visitAs } from "../support/browser.ts";

/** Importing responses in the dashboard (wants §25). */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const file = [
  "When,What is your name?,color,Shoe size",
  "2025-01-02 10:00,Ada,red,38",
  "2025-01-03 11:00,Bob,purple,41",
  "2025-01-04 12:00,,blue,40",
].join("\n");

test("imports a file after its columns and zone are known, and lists what isn't imported", async () => {
  const slug = await publishForm(me, survey(), { title: "Lunch" });
  const { page, expect: expectComplaint } = await visitAs(me, `/forms/${slug}/responses`, {
    viewport: { width: 1280, height: 900 },
  });
  // the service asks for the zone
  expectComplaint(/responses\/import\/\?dry_run=true/);
  await page.getByRole("button", { name: "Import responses…" }).first().click();
  const dialog = page.getByRole("dialog", { name: "Import responses" });
  const chosen = page.waitForEvent("filechooser");
  await dialog.getByRole("button", { name: "Choose file…" }).click();
  await (await chosen).setFiles({ name: "old.csv", mimeType: "text/csv", buffer: Buffer.from(file) });
  await dialog.getByRole("combobox", { name: "Use of “When”" }).selectOption({ label: "Time of completion" });
  await dialog.getByRole("combobox", { name: "Time zone of the file" }).selectOption("UTC");
  await dialog.getByRole("combobox", { name: "Use of “What is your name?”" }).selectOption("name");
  await dialog.getByText("isn't imported").or(dialog.getByText("aren't imported")).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: /^Import 3 responses/ }).click();
  await dialog.getByText("3 responses imported").waitFor();
  await dialog.getByRole("button", { name: "Close" }).click();
  await page.getByRole("table", { name: "Responses" }).getByText("Ada").waitFor();
});
