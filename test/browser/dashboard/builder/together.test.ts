import { createForm, expecting, saveDraft } from "../../../support/api.ts";
import { chain } from "../../../support/sampleGraphs.ts";
import { newTeam } from "../../../support/team.ts";
import { accessibilityProblems } from "../../support/browser.ts";
import { letters, openBuilder, row, saved } from "./opened.ts";

test("two people see who edits which question, and each other’s changes as they are saved", async () => {
  const team = await newTeam();
  const grace = await team.join("editor");
  const slug = await createForm(team.owner, { title: "Together" });
  await expecting(200, saveDraft(team.owner, slug, chain(...letters)));
  const { page: hers } = await openBuilder(grace as never, slug);
  await row(hers, /About b/).click();
  await hers.getByRole("heading", { name: "About b" }).waitFor();

  const { page } = await openBuilder(team.key, slug);
  await page.getByRole("img", { name: "Also here: Grace Hopper" }).waitFor();
  await row(page, /About b/)
    .getByText("Grace Hopper is editing")
    .waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);

  await hers.getByRole("textbox", { name: "Title" }).fill("By Grace");
  await saved(hers);
  await row(page, /About a/).click();
  await row(page, /By Grace/).waitFor();
  const notice = page.getByRole("region", { name: "Notifications" });
  await notice.getByText("Changes by Grace Hopper were added.").waitFor();
  expect(await notice.getByRole("button", { name: "Undo" }).count()).toBe(0);
});
