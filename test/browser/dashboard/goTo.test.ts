import { createForm, expecting, owner, signedIn, unique } from "../../support/api.ts";
import { accept, invite } from "../../support/team.ts";
import { accessibilityProblems, problemsDayAndNight, visitAs } from "../support/browser.ts";

test("opens forms, pages and a new form from any page by keyboard", async () => {
  const me = await owner();
  const slug = await createForm(me, { title: "Lunch" });
  const { page } = await visitAs(me, "/settings/members");
  await page.getByRole("heading", { name: "Members", level: 1 }).waitFor();
  const palette = page.getByRole("dialog", { name: "Go to a form or page" });
  await page.keyboard.press("Control+k");
  await palette.getByRole("option", { name: "Lunch" }).waitFor();
  await palette.getByRole("option", { name: "Invite people" }).waitFor();
  expect(await problemsDayAndNight(page)).toEqual([]);
  await page.keyboard.type("lun");
  await palette.getByRole("option", { name: "Integrations" }).waitFor({ state: "detached" });
  await palette.getByRole("option", { name: "Lunch", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/forms/${slug}/build`);
  await page.getByRole("button", { name: "Publish" }).waitFor();

  // the builder's palette finds pages, too
  await page.keyboard.press("Control+k");
  await page.getByRole("dialog", { name: "Add or find a question" }).waitFor();
  await page.keyboard.type("responses");
  await page.getByRole("option", { name: "Responses", selected: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.waitForURL(`**/forms/${slug}/responses`);

  await page.getByRole("heading", { name: "Responses" }).first().waitFor();
  // before the field is there
  await page.keyboard.press("Control+k");
  await page.keyboard.type("new");
  await palette.getByRole("option", { name: "New form", selected: true }).waitFor();
  expect(await palette.getByRole("combobox").inputValue()).toBe("new");
  await page.keyboard.press("Enter");
  await page.getByRole("dialog", { name: "New form" }).waitFor();
  expect(new URL(page.url()).searchParams.get("new")).toBe("true");
  await page.getByRole("dialog").getByRole("button", { name: "Close" }).click();
  await page.waitForURL((url) => !url.searchParams.has("new"));
});

test("finds people and other workspaces, and switches", async () => {
  const me = await owner();
  const by = signedIn(me.cookie);
  const { account_id: first } = (await expecting(200, by.get("/api/auth/me/"))).body;
  await expecting(201, by.post("/api/workspaces/", { name: "Research lab" }));
  await accept(
    await invite(by, first, { email: `mira.${unique()}@example.com`, role: "editor" }),
    first,
    undefined,
    "Mira Kask",
  );
  const { page } = await visitAs(me, `/?workspace=${first}`);
  await page.getByRole("heading", { name: "Forms", level: 1 }).waitFor();
  await page.keyboard.press("Control+k");
  const palette = page.getByRole("dialog", { name: "Go to a form or page" });
  await palette.getByRole("combobox").fill("mira");
  await palette.getByRole("option", { name: "Mira Kask", selected: true }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.press("Enter");
  await page.waitForURL(/settings\/members\?search=mira/);
  await page.getByText("Mira Kask").first().waitFor();
  await page.keyboard.press("Control+k");
  await palette.getByRole("combobox").fill("research");
  await palette.getByRole("option", { name: "Switch workspace: Research lab", selected: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: /^Research lab/ }).waitFor();
});
