import { createForm, expecting, publishForm } from "../../support/api.ts";
import { eventually } from "../../support/eventually.ts";
import { sampleForm } from "../../support/sampleForms.ts";
import { newTeam } from "../../support/team.ts";
import { problemsDayAndNight, visitAs } from "../support/browser.ts";

/** The audit log as an owner reads it. */
const wide = { viewport: { width: 1440, height: 900 } };

test("shows who changed what, filters and exports it, and only to admins", async () => {
  const team = await newTeam();
  const slug = await publishForm(team.key, sampleForm("nps").graph, { title: "Lunch" });
  const member = await team.join("viewer");
  const path = `/api/workspaces/${team.workspace}/`;
  await expecting(200, team.owner.patch(`${path}members/${member.id}/`, { role: "editor" }));
  await expecting(200, team.owner.get(`/api/v2/form/${slug}/responses/export/`));
  const guest = await team.join("viewer");
  await expecting(403, guest.patch(`/api/v2/form/${slug}/`, { title: "No" }));
  await createForm(team.key, { title: "Dinner" });
  await eventually(async () => {
    const { body } = await expecting(200, team.owner.get(`${path}audit/`));
    const actions = body.results.map(({ action }: { action: string }) => action);
    expect(actions).toEqual(expect.arrayContaining(["access.denied", "responses.exported", "form.created"]));
    expect(actions.filter((action: string) => action === "form.created")).toHaveLength(2);
  });

  const { page } = await visitAs(team.key, "/settings/audit", wide);
  await page.getByText("changed the role of").click();
  await page.getByRole("deletion").getByText("Viewer").waitFor();
  await page.getByRole("insertion").getByText("Editor").waitFor();
  expect(await problemsDayAndNight(page)).toEqual([]);
  await page.getByRole("link", { name: "Everything about Grace Hopper" }).click();
  await eventually(async () => expect(await page.getByText("accepted the invitation sent to").count()).toBe(1));
  await page.getByRole("button", { name: "One resource" }).click();
  await page.getByLabel("Action").selectOption("Exports");
  await page.getByText("exported responses of").waitFor();
  await page.getByText("1 entry", { exact: true }).waitFor();

  await page.getByRole("button", { name: "Export" }).click();
  const link = page.getByRole("menuitem", { name: "CSV" });
  const href = (await link.getAttribute("href")) ?? "";
  const { body } = await expecting(200, team.owner.get(href));
  expect(body.trimEnd().split("\r\n")).toHaveLength(2);

  const { page: theirs } = await visitAs({ ...team.key, cookie: member.cookie }, "/settings/audit", wide);
  await theirs.getByText("doesn’t include this page").waitFor();
});
