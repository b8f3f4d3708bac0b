import { anonymous, expecting, owner } from "../../support/api.ts";
import { accessibilityProblems, visitAs } from "../support/browser.ts";

test("changes name and password, and shows a wrong current password at its field", async () => {
  const me = await owner();
  const { page, expect: expectComplaint } = await visitAs(me, "/settings/account");
  await page.getByText("No notifications.").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel("Name").fill("Grace Hopper");
  await page.getByRole("button", { name: "Save name" }).click();
  await page.getByText("Name saved.").waitFor();
  await page.getByRole("link", { name: "Security" }).click();
  // above the button, which moves when it appears
  await page.getByRole("region", { name: "Two-step sign-in" }).waitFor();
  await page.getByRole("button", { name: "Change password" }).click();
  expectComplaint(/status of 400/);
  await page.getByLabel("Current password").fill("wrong horse battery");
  await page.getByLabel("New password").fill("another horse battery");
  // on a phone, the notification covers it for ten seconds
  await page.getByRole("button", { name: "Change password" }).press("Enter");
  await page.getByText("is incorrect").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel("Current password").fill(me.password);
  await page.keyboard.press("Enter");
  await page.getByText("Password changed.").waitFor();
  const signIn = (password: string) => anonymous().post("/api/auth/login/", { email: me.email, password });
  await expecting(401, signIn(me.password));
  const { body } = await expecting(200, signIn("another horse battery"));
  expect(body.name).toBe("Grace Hopper");
});

test("marks single notifications as read, and all of them", async () => {
  const me = await owner();
  const { page, context } = await visitAs(me, null);
  const unread = new Set(["1", "2", "3"]);
  const notice = (id: string) => ({
    id,
    kind: "quota_warning",
    message: `Notice ${id}`,
    integration_id: null,
    form_slug: null,
    created: "2026-06-15T12:00:00Z",
    is_read: !unread.has(id),
  });
  await context.route(/\/api\/account\/notices\//, async (route) => {
    const path = new URL(route.request().url()).pathname;
    const id = /notices\/(\d)\//.exec(path)?.[1];
    if (path.endsWith("/read/")) unread.clear();
    if (id) unread.delete(id);
    const results = ["1", "2", "3"].map(notice);
    await route.fulfill({ json: id ? notice(id) : { count: 3, next: null, previous: null, results } });
  });
  await page.goto("/settings/account");
  await page.getByRole("button", { name: "Mark as read: Notice 2" }).click();
  await page.getByRole("button", { name: "Mark as read: Notice 2" }).waitFor({ state: "detached" });
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("button", { name: "Mark all as read" }).click();
  await page
    .getByRole("button", { name: /^Mark as read/ })
    .first()
    .waitFor({ state: "detached" });
});
