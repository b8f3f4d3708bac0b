import { createForm, type Owner, owner, unique } from "../../support/api.ts";
import { newTeam, type Team } from "../../support/team.ts";
import { problemsDayAndNight, visit, visitAs } from "../support/browser.ts";

/** People of a workspace: from an invitation to the removal, and a tab in each of two workspaces. */
type Page = Awaited<ReturnType<typeof visit>>["page"];

const wide = { viewport: { width: 1440, height: 900 } };
const pagesOf = (page: Page) => page.getByRole("navigation", { name: "Main" }).getByRole("link").allTextContents();

/** Invites a viewer in the dialog. Returns the link. */
async function inviteViewer(page: Page, email: string): Promise<string> {
  await page.getByRole("button", { name: "Invite people" }).click();
  await page.getByLabel("Email addresses").fill(email);
  await page.getByRole("radio", { name: /^Viewer/ }).check();
  await page.getByRole("button", { name: "Create link" }).click();
  const link = page.getByRole("dialog", { name: "Invitation links" }).getByLabel(`Link for ${email}`);
  const url = await link.inputValue();
  await page.getByRole("button", { name: "Done" }).click();
  return new URL(url).pathname + new URL(url).search;
}

test("lets an invited person in, shows what the role allows, and shuts the person out after the removal", async () => {
  const me = await owner();
  await createForm(me, { title: "Lunch" });
  const email = `${unique()}@example.com`;
  const { page } = await visitAs(me, "/settings/members", wide);
  const link = await inviteViewer(page, email);
  await page.getByRole("list", { name: "Invitations" }).getByText(email).waitFor();
  expect(await problemsDayAndNight(page)).toEqual([]);

  const { page: theirs, expect: expectComplaint } = await visit(link, { ...wide, isNew: true });
  await theirs.getByRole("heading", { name: /^Ada Lovelace invites you to / }).waitFor();
  expect(await problemsDayAndNight(theirs)).toEqual([]);
  await theirs.getByLabel("Your name").fill("Grace Hopper");
  await theirs.getByLabel("Password").fill("correct horse battery");
  await theirs.getByRole("button", { name: /^Join / }).click();
  await theirs.getByRole("link", { name: "Lunch", exact: true }).waitFor();
  expect(await pagesOf(theirs)).toEqual(["Forms", "Themes", "Members"]);
  expect(await theirs.getByRole("button", { name: "New form" }).count()).toBe(0);
  await theirs.getByRole("link", { name: "Lunch", exact: true }).click();
  await theirs.waitForURL(/\/insights/);

  await page.reload();
  await page.getByRole("button", { name: "Actions for Grace Hopper" }).click();
  await page.getByRole("menuitem", { name: /^Remove/ }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await page.getByText("Grace Hopper removed").waitFor();

  expectComplaint(/status of 403/);
  await theirs.getByRole("link", { name: "Forms" }).first().click();
  await theirs.getByRole("heading", { name: "You aren’t in a workspace" }).waitFor();
  expect(await problemsDayAndNight(theirs)).toEqual([]);
});

describe("two workspaces", () => {
  let team: Team;
  let other: Owner;
  beforeAll(async () => {
    team = await newTeam();
    other = await owner();
    await createForm(team.key, { title: "Of the team" });
    await createForm(other, { title: "Of my own" });
    // the other owner becomes a member of the team, too
    const { body } = await team.owner.post(`/api/workspaces/${team.workspace}/invitations/`, {
      invitations: [{ email: other.email, role: "editor" }],
    });
    const token = new URL(body.results[0].url).searchParams.get("token");
    const { page } = await visitAs(other, `/invitation?token=${token}`, wide);
    await page.getByRole("button", { name: /^Join / }).click();
    await page.getByRole("link", { name: "Of the team", exact: true }).waitFor();
  });

  test("don't disturb each other in two tabs", async () => {
    const { page, context } = await visitAs(other, "/", wide);
    await page.getByRole("link", { name: "Of my own", exact: true }).waitFor();
    const second = await context.newPage();
    await second.goto(`/?workspace=${team.workspace}`);
    await second.getByRole("link", { name: "Of the team", exact: true }).waitFor();
    await page.reload();
    await page.getByRole("link", { name: "Of my own", exact: true }).waitFor();
    // the tab keeps its choice without the URL
    await second.goto("/");
    await second.getByRole("link", { name: "Of the team", exact: true }).waitFor();
    await second.waitForURL((url) => url.searchParams.get("workspace") === team.workspace);
  });

  test("are switched by the menu, with the keyboard alone", async () => {
    const { page } = await visitAs(other, "/", wide);
    const head = page.getByRole("button", { name: /switch workspace$/ });
    await head.focus();
    await page.keyboard.press("Enter");
    await page.getByRole("menu").waitFor();
    expect(await problemsDayAndNight(page)).toEqual([]);
    await page.getByRole("menuitem", { name: /Editor/ }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("link", { name: "Of the team", exact: true }).waitFor();
  });
});
