import { text } from "node:stream/consumers";
import { createForm, expecting, type Owner, owner, saveDraft } from "../../../support/api.ts";
import { chain } from "../../../support/sampleGraphs.ts";
import { accessibilityProblems } from "../../support/browser.ts";
import { letters, openBuilder, row } from "./opened.ts";

/** A form as a file. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

test("exports a form and imports it, after showing faults with their location and a preview of the changes", async () => {
  const slug = await createForm(me, { title: "Files" });
  await expecting(200, saveDraft(me, slug, chain(...letters)));
  const { page } = await openBuilder(me, slug);
  await row(page, /About a/).waitFor();
  const more = async (name: string) => {
    await page.getByRole("button", { name: "More actions" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  const downloading = page.waitForEvent("download");
  await more("Export as JSON");
  const download = await downloading;
  expect(download.suggestedFilename()).toBe(`${slug}.json`);
  const { title, graph } = JSON.parse(await text(await download.createReadStream()));
  expect([title, graph.nodes.length]).toEqual(["Files", 4]);
  await more("Import form…");
  const dialog = page.getByRole("dialog", { name: "Import form" });
  graph.nodes[1].data.title = 7;
  await dialog.getByLabel("Or paste the file’s content").fill(JSON.stringify(graph));
  await dialog.getByText("nodes.1.data.title: must be a string").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  graph.nodes[1].data.title = "Written elsewhere";
  const buffer = Buffer.from(JSON.stringify({ title, graph }));
  await dialog.getByLabel("Upload a file").setInputFiles({ name: "x.json", mimeType: "application/json", buffer });
  await dialog.getByText("“Written elsewhere”").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Replace form" }).click();
  await row(page, /Written elsewhere/).waitFor();
  await page.keyboard.press("Control+z");
  await row(page, /About b/).waitFor();
  await more("Import form…");
  const survey = "type,name,label\ntext,milk,With milk?\nstart,start,\n";
  await dialog
    .getByLabel("Upload a file")
    .setInputFiles({ name: "x.csv", mimeType: "text/csv", buffer: Buffer.from(survey) });
  await dialog.getByRole("button", { name: "Convert" }).click();
  await dialog.getByText("survey row 3").waitFor();
  await dialog.getByRole("button", { name: "Replace form" }).click();
  await row(page, /With milk/).waitFor();
});
