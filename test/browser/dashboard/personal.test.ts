import { expect, test } from "@jest/globals";
import { publishForm, walk } from "../../support/api.ts";
import { chain, node } from "../../support/sampleGraphs.ts";
import { newTeam } from "../../support/team.ts";
import { accessibilityProblems, visitAs } from "../support/browser.ts";

/** Responses for members who read them without personal data (wants §21.5). */
test("shows other answers, without search, deliveries and archives", async () => {
  const team = await newTeam();
  const mail = node("mail", "email");
  const marked = { ...mail, data: { ...mail.data, is_personal: true } };
  const slug = await publishForm(team.key, chain(marked, node("why", "short_text")), { title: "Lunch" });
  await walk(slug, { mail: "grace@example.com", why: "It rained" });
  const viewer = await team.join("viewer", { responses: "read_anonymous" });
  const { page } = await visitAs(viewer, `/forms/${slug}/responses`);
  await page.getByText("It rained").first().click();
  const drawer = page.getByRole("tablist", { name: "Response" });
  await drawer.getByRole("tab", { name: /Answers/ }).waitFor();
  expect(await drawer.getByRole("tab", { name: /Deliveries/ }).count()).toBe(0);
  expect(await page.getByRole("searchbox").count()).toBe(0);
  expect(await page.getByText("grace@example.com").count()).toBe(0);
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Export" }).first().click();
  await page.getByText("Personal answers are left out, because you read responses without personal data.").waitFor();
  expect(await page.getByLabel("Format").locator("option").allTextContents()).not.toContainEqual(
    expect.stringMatching(/zip|files/i),
  );
});
