import { createForm, type Owner, owner, unique } from "../../support/api.ts";
import { accessibilityProblems, visit, visitAs } from "../support/browser.ts";

/** Sign-in, and the layout around the dashboard's pages. */
type Page = Awaited<ReturnType<typeof visit>>["page"];

/** On a phone, a button opens the navigation. */
const openMenu = (page: Page) => page.getByRole("button", { name: "Menu", exact: true }).click();

async function signOut(page: Page): Promise<void> {
  await openMenu(page);
  await page.getByRole("button", { name: /^Account menu/ }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
}

let me: Owner;
beforeAll(async () => {
  me = await owner();
});

test("fits the navigation into a narrow phone", async () => {
  const { page } = await visitAs(me, "/");
  await page.setViewportSize({ width: 360, height: 740 });
  const navigation = page.getByRole("navigation", { name: "Main" });
  await openMenu(page);
  await navigation.getByRole("link", { name: "Forms" }).waitFor();
  for (const link of await navigation.getByRole("link").all()) {
    const box = await link.boundingBox();
    expect(box?.x ?? -1).toBeGreaterThanOrEqual(0);
    expect((box?.x ?? 360) + (box?.width ?? 0)).toBeLessThanOrEqual(360);
  }
});

test("signs up, signs out and asks to sign in again, with errors at their fields", async () => {
  const email = `${unique()}@example.com`;
  const { page, expect: expectComplaint } = await visit("/");
  await page.getByRole("heading", { name: "Create your account" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.type("Ada");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("too short");
  await page.getByRole("button", { name: "Create account" }).click();
  expect(await page.getByLabel("Password").getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("Password").fill("correct horse battery");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Forms", level: 1 }).waitFor();
  await signOut(page);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expectComplaint(/status of 401/);
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("wrong horse battery");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").filter({ hasText: "Incorrect email or password." }).waitFor();
  await page.goto("/");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});

test("redirects to the requested page after sign-in, never to another site", async () => {
  const { page } = await visit("/settings/none?x=1");
  await page.getByRole("link", { name: "Sign in" }).click();
  await signIn(page);
  await page.getByRole("heading", { name: "Page not found" }).waitFor();
  expect(new URL(page.url()).search).toBe("?x=1");
  await signOut(page);
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.goto("/sign-in?next=//evil.example/");
  await signIn(page);
  await page.getByRole("heading", { name: "Forms", level: 1 }).waitFor();
  await page.goto("/sign-in?next=https://evil.example/");
  await page.getByRole("heading", { name: "Forms", level: 1 }).waitFor();
});

test("asks before signing out with unsaved changes, and shows if it fails", async () => {
  const somebody = await owner();
  const slug = await createForm(somebody, { title: "Unsaved" });
  const { page, context, expect: expectComplaint } = await visitAs(somebody, `/forms/${slug}/settings`);
  await page.getByLabel("Title", { exact: true }).fill("Typed");
  await signOut(page);
  await page.getByRole("dialog", { name: "Leave without saving?" }).getByRole("button", { name: "Stay" }).click();
  await page.getByRole("button", { name: "Save settings" }).click();
  await page.getByRole("button", { name: "Rename Typed" }).waitFor();
  expectComplaint(/status of 503|Sign-in is unavailable/);
  await context.route("**/api/auth/logout/", (route) =>
    route.fulfill({ status: 503, json: { detail: "Sign-in is unavailable at the moment." } }),
  );
  await signOut(page);
  await page.getByRole("alert").filter({ hasText: "Sign-in is unavailable at the moment." }).waitFor();
  await context.unroute("**/api/auth/logout/");
  await page.getByRole("button", { name: "Try again" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.goto(`/forms/${slug}/settings`);
  await page.getByRole("heading", { name: /^(Sign in|Create your account)$/ }).waitFor();
});

test("follows a sign-in in another tab, and resets for another user", async () => {
  const [mine, other] = [await owner(), await owner()];
  await createForm(mine, { title: "Mine" });
  const { page, context, expect: expectComplaint } = await visitAs(mine, "/developers/keys");
  expectComplaint(/status of 401/);
  const tab = await context.newPage();
  await tab.goto("/");
  await signOut(tab);
  await tab.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByRole("button", { name: "New key" }).click();
  await page.getByLabel("Name").fill("Kept");
  await page.getByRole("button", { name: "Create key" }).click();
  await page.getByRole("dialog", { name: "Sign in again" }).waitFor();
  await signIn(tab, mine);
  await page.getByRole("dialog", { name: "Key created" }).waitFor();

  await page.goto("/");
  await page.getByRole("link", { name: "Mine", exact: true }).waitFor();
  await signOut(tab);
  await signIn(tab, other);
  await page.getByRole("heading", { name: "No forms yet" }).waitFor();
  expect(await page.content()).not.toContain("Mine");
});

test("shows that a page is loading on a slow network", async () => {
  const { page, context } = await visitAs(me, "/");
  await page.getByRole("heading", { name: "Forms", exact: true }).waitFor();
  const { promise: arrival, resolve: arrive } = Promise.withResolvers<void>();
  await context.route("**/*.js", (route) => arrival.then(() => route.continue()));
  await openMenu(page);
  await page.getByRole("link", { name: "API usage" }).click();
  await page.getByRole("status").filter({ hasText: "Loading" }).waitFor();
  arrive();
  await page.getByRole("heading", { name: "API usage" }).waitFor();
});

test("shows that a page failed to load beside the navigation, and retries", async () => {
  const { page, context, expect: expectComplaint } = await visitAs(me, "/", { isNew: true });
  expectComplaint(/ERR_INTERNET_DISCONNECTED|Unable to preload|offline|dynamically imported/);
  await page.getByRole("heading", { name: "Forms", level: 1 }).waitFor();
  for (const [link, heading] of [
    ["API usage", "API usage"],
    ["API keys", "API keys"],
  ] as const) {
    await context.setOffline(true);
    await openMenu(page);
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: link }).click();
    await page.getByRole("alert").filter({ hasText: "Can’t reach the server" }).waitFor();
    await context.setOffline(false);
    await page.getByRole("button", { name: "Try again" }).click();
    await page.getByRole("heading", { name: heading, level: 1 }).waitFor();
  }
});

async function signIn(page: Page, as: Owner = me): Promise<void> {
  // the previous page may have fields with these names too
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.getByLabel("Email").fill(as.email);
  await page.getByLabel("Password").fill(as.password);
  await page.keyboard.press("Enter");
}
