import { type Owner, owner, unique } from "../../support/api.ts";
import { accessibilityProblems, visit, visitAs } from "../support/browser.ts";

/** Who is let in, and what is around the pages of the dashboard. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

test.each(["light", "dark"] as const)(
  "a page has its heading and its navigation, without faults (%s)",
  async (scheme) => {
    const { page } = await visitAs(me, "/", { colorScheme: scheme });
    await page.getByRole("heading", { name: "Forms", level: 1 }).waitFor();
    await page.getByRole("navigation", { name: "Main" }).getByRole("link", { name: "Forms" }).waitFor();
    expect(await page.title()).toBe("Forms · Pathform");
    expect(await accessibilityProblems(page)).toEqual([]);
  },
);

test("a room without a page of its own leads to its first", async () => {
  const { page } = await visitAs(me, "/developers");
  await page.getByRole("heading", { name: "API keys", level: 1 }).waitFor();
  await page.goto("/settings");
  await page.getByRole("heading", { name: "Account", level: 1 }).waitFor();
});

test("an address without a page, or without a form, says so, and leads to one", async () => {
  const { page, expect: expectComplaint } = await visitAs(me, "/settings/none");
  await page.getByRole("heading", { name: "There is no such page" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expectComplaint(/status of 404/);
  await page.goto("/forms/none");
  await page.getByRole("heading", { name: "There is no such form" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.getByRole("link", { name: "To your forms" }).click();
  await page.getByRole("heading", { name: "Forms", level: 1 }).waitFor();
});

test("somebody new creates an account, signs out, and is then asked to sign in; what is wrong is said at its place", async () => {
  const email = `${unique()}@example.com`;
  const { page, expect: expectComplaint } = await visit("/");
  await page.getByRole("heading", { name: "Create your account" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.keyboard.type("Ada");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill("too short");
  await page.getByRole("button", { name: "Create account" }).click();
  expect(await page.getByLabel("Password").getAttribute("aria-invalid")).toBe("true");
  await page.getByLabel("Password").fill("correct horse battery");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "Forms", level: 1 }).waitFor();
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  expectComplaint(/status of 401/);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password").fill("wrong horse battery");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").filter({ hasText: "The e-mail address or the password is wrong." }).waitFor();
  await page.goto("/");
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
});

test("signing in leads on to the page that was asked for, and to no other site", async () => {
  const { page } = await visit("/settings/none?x=1");
  await page.getByRole("link", { name: "Sign in to an account that exists" }).click();
  await signIn(page);
  await page.getByRole("heading", { name: "There is no such page" }).waitFor();
  expect(new URL(page.url()).search).toBe("?x=1");
  await page.getByRole("button", { name: "Sign out" }).click();
  await page.getByRole("heading", { name: "Sign in" }).waitFor();
  await page.goto("/sign-in?next=//evil.example/");
  await signIn(page);
  await page.getByRole("heading", { name: "Forms", level: 1 }).waitFor();
  await page.goto("/sign-in?next=https://evil.example/");
  await page.getByRole("heading", { name: "Forms", level: 1 }).waitFor();
});

test("a lost password without mail, and a wrong link, say what to do", async () => {
  const { page, expect: expectComplaint } = await visit("/forgot-password");
  await page.getByText("npm run user -- reset").waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.goto("/reset-password?token=123");
  expectComplaint(/status of 400/);
  await page.getByLabel("New password").fill("another horse battery");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").filter({ hasText: "older than an hour" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
});

async function signIn(page: Awaited<ReturnType<typeof visit>>["page"]): Promise<void> {
  await page.getByLabel("E-mail").fill(me.email);
  await page.getByLabel("Password").fill(me.password);
  await page.keyboard.press("Enter");
}
