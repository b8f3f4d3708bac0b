import type { BrowserContext, Page } from "playwright-core";
import { eventually } from "../../support/eventually.ts";
import { type Product, startProduct } from "../../support/product.ts";
import { type MailServer, startMailServer } from "../../support/smtp.ts";
import { accessibilityProblems, visit } from "../support/browser.ts";

/** The first minutes of a new user on a new server, and a password reset later. */
const email = "ada@example.com";
let product: Product;
let mail: MailServer;
beforeAll(async () => {
  mail = await startMailServer();
  const env = { SIGNUP: "first", SMTP_URL: mail.url, MAIL_FROM: "forms@example.com" };
  product = await startProduct({ way: "one", env });
});
afterAll(async () => {
  await product?.stop();
  await mail?.close();
});

test("leads from the first account to the first response in eight clicks, then closes sign-up", async () => {
  const { page, context } = await visit(null, { baseURL: product.url });
  const clicks = await countClicks(context);
  await page.goto("/");
  await page.getByRole("heading", { name: "Create your account" }).waitFor();
  await page.getByLabel("Your name").fill("Ada");
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("correct horse battery");
  await page.getByRole("button", { name: "Create account" }).click();
  await page.getByRole("button", { name: "Would you recommend us? (NPS)" }).click();
  await page.getByRole("button", { name: "Use this template" }).click();
  await page.getByRole("button", { name: "Publish" }).click();
  const dialog = page.getByRole("dialog", { name: "Publish" });
  await dialog.getByRole("button", { name: "Publish" }).click();
  const live = page.getByRole("dialog", { name: "Version 1 is live" });
  await live.getByRole("button", { name: "Copy link" }).waitFor();
  const opened = context.waitForEvent("page");
  await live.getByRole("link", { name: "Open form" }).click();
  await answer(await opened);
  // two of them are the respondent's
  expect(clicks()).toBeLessThanOrEqual(8);
  await page.goto("/");
  await page.getByRole("link", { name: "1 response to" }).waitFor();
  const other = await visit(null, { baseURL: product.url });
  await other.page.goto("/register");
  await other.page.getByRole("heading", { name: "Sign-up is closed" }).waitFor();
  expect(await accessibilityProblems(other.page)).toEqual([]);
});

/** Counts a user's clicks on every page of the context. */
async function countClicks(context: BrowserContext): Promise<() => number> {
  let count = 0;
  await context.exposeFunction("clicked", () => {
    count += 1;
  });
  await context.addInitScript(() => {
    const { clicked } = globalThis as unknown as { clicked(): void };
    addEventListener("pointerdown", ({ isTrusted }) => isTrusted && clicked(), true);
  });
  return () => count;
}

async function answer(form: Page): Promise<void> {
  await form.getByRole("heading", { name: /^How likely/ }).waitFor();
  await form.getByRole("radio", { name: "3" }).click();
  await form.getByRole("heading", { name: /What is the main reason/ }).waitFor();
  await form.getByRole("textbox").fill("The colours.");
  await form.getByRole("button", { name: "Continue" }).click();
  await form.getByRole("heading", { name: "Thank you for your feedback." }).waitFor();
  await form.waitForFunction(() => localStorage.getItem("pathform.signedIn") !== null && localStorage.length === 1);
}

test("resets a password by the link in an email", async () => {
  const { page } = await visit(null, { baseURL: product.url });
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Forgot password?" }).click();
  // the previous page has a field with this name too
  await page.getByRole("button", { name: "Send reset link" }).waitFor();
  await page.getByLabel("Email").fill(email);
  await page.getByRole("button", { name: "Send reset link" }).click();
  await page.getByText("we’ve sent a reset link").waitFor();
  const sent = await eventually(async () => mail.mails.find(({ to }) => to.includes(email)) ?? Promise.reject());
  const text = sent.data.replaceAll(/=\r?\n/g, "").replaceAll("=3D", "=");
  const token = /reset-password\?token=([\w-]+)/.exec(text)?.[1];
  await page.goto(`/reset-password?token=${token}`);
  await page.getByLabel("New password").fill("another horse battery");
  await page.getByRole("button", { name: "Set password" }).click();
  await page.getByText("Password changed.").waitFor();
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.getByLabel("Email").fill(email);
  await page.getByLabel("Password").fill("another horse battery");
  await page.getByRole("button", { name: "Sign in" }).click();
  await page.getByRole("heading", { name: "Forms", level: 1 }).waitFor();
});
