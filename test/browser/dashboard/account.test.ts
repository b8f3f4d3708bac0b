import { anonymous, expecting, owner } from "../../support/api.ts";
import { accessibilityProblems, visitAs } from "../support/browser.ts";

test("changes name and password, and shows a wrong current password at its field", async () => {
  const me = await owner();
  const { page, expect: expectComplaint } = await visitAs(me, "/settings/account");
  await page.getByLabel("Name").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByLabel("Name").fill("Grace Hopper");
  await page.getByRole("button", { name: "Save" }).click();
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

test("counts unread notifications at the bell until all are marked as read", async () => {
  const me = await owner();
  const { page, context } = await visitAs(me, null, { viewport: { width: 1280, height: 800 } });
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
    const { pathname: path, searchParams: query } = new URL(route.request().url());
    const id = /notices\/(\d)\//.exec(path)?.[1];
    if (path.endsWith("/read/")) unread.clear();
    if (id) unread.delete(id);
    const results = (query.has("is_read") ? [...unread] : ["1", "2", "3"]).map(notice);
    await route.fulfill({ json: id ? notice(id) : { count: results.length, next: null, previous: null, results } });
  });
  await page.goto("/settings/notifications");
  await page.getByRole("button", { name: "Notifications 3 unread" }).waitFor();
  await page.getByRole("button", { name: "Mark as read: Notice 2" }).click();
  await page.getByRole("button", { name: "Notifications 2 unread" }).click();
  const drawer = page.getByRole("dialog", { name: "Notifications" });
  await drawer.getByText("Notice 3").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await drawer.getByRole("button", { name: "Mark all as read" }).click();
  await drawer.getByText("New").first().waitFor({ state: "detached" });
  await page.keyboard.press("Escape");
  // back at the bell, without its badge
  await page.locator("button:focus", { hasText: /^Notifications$/ }).waitFor();
});
