import { owner } from "../../../support/api.ts";
import { accessibilityProblems, visitAs } from "../../support/browser.ts";
import { row, wide } from "./opened.ts";

/** XLSForm with a place, which becomes a text, and a computed default, which is lost. */
const survey = [
  "type,name,label,default",
  "text,name,Your name?,",
  "geopoint,home,Where do you live?,",
  "text,town,Which town?,random()",
].join("\n");

test("marks the questions that an import changed, and steps through them until they are checked", async () => {
  const { page } = await visitAs(await owner(), "/", wide);
  await page.getByRole("button", { name: "Import form" }).click();
  const file = { name: "day.csv", mimeType: "text/csv", buffer: Buffer.from(survey) };
  await page.getByLabel("Upload files").setInputFiles(file);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("Title").fill("My day");
  await page.getByRole("button", { name: "Create form" }).click();
  await page.getByRole("button", { name: "List" }).click();
  const marked = (name: RegExp) => row(page, name).getByText("Changed on import");
  await marked(/Where do you live/).waitFor();
  await marked(/Which town/).waitFor();
  expect(await marked(/Your name/).count()).toBe(0);
  await page.getByText("2 parts changed on import").waitFor();
  await page.getByRole("button", { name: "Show what changed" }).click();
  await page.getByText("survey row 3").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Mark as checked" }).click();
  await page.getByText("survey row 4").waitFor();
  await marked(/Where do you live/).waitFor({ state: "detached" });
  await page.reload();
  await page.getByText("1 part changed on import").waitFor();
  await page.getByRole("button", { name: "Dismiss all" }).click();
  await marked(/Which town/).waitFor({ state: "detached" });
});
