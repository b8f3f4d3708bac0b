import { codeAt, stepAt } from "../../../services/auth/totp.ts";
import { owner } from "../../support/api.ts";
import { secretOf } from "../../support/totp.ts";
import { problemsDayAndNight, visit, visitAs } from "../support/browser.ts";

/** Two-step sign-in, from setting it up to signing in with it. */
const wide = { viewport: { width: 1440, height: 900 } };

test("sets up two-step sign-in, then signs in with a code, and with a recovery code", async () => {
  const me = await owner();
  const { page } = await visitAs(me, "/settings/security", wide);
  await page.getByRole("button", { name: "Set up" }).click();
  await page.getByRole("dialog").getByLabel("Password").fill(me.password);
  await page.keyboard.press("Enter");
  await page.getByRole("img", { name: /QR code/ }).waitFor();
  expect(await problemsDayAndNight(page)).toEqual([]);
  const shown = (await page.locator("code").first().textContent()) ?? "";
  // a step ahead of the server at most, so that they are still accepted after the next begins
  const code = (after: number) => codeAt(secretOf(shown.replaceAll(" ", "")), stepAt(Date.now()) + after);
  await page.getByLabel("Enter the 6 digits").fill(code(0));
  await page.getByRole("button", { name: "Turn on" }).click();
  const first = (await page.getByRole("list", { name: "Recovery codes" }).locator("code").first().textContent()) ?? "";
  expect(await problemsDayAndNight(page)).toEqual([]);
  await page.getByLabel("I saved them").check();
  await page.getByRole("button", { name: "Done" }).click();
  await page.getByText("10 recovery codes left.").waitFor();

  const { page: other, expect: expectComplaint } = await visit("/sign-in", { ...wide, isNew: true });
  const enter = async () => {
    await other.getByLabel("Email").fill(me.email);
    await other.getByLabel("Password").fill(me.password);
    expectComplaint(/status of 401/);
    await other.keyboard.press("Enter");
    await other.getByRole("heading", { name: "Enter your code" }).waitFor();
  };
  await enter();
  expect(await problemsDayAndNight(other)).toEqual([]);
  await other.getByLabel("Code").pressSequentially(code(1));
  await other.getByRole("heading", { name: "Forms", level: 1 }).waitFor();
  await other.getByRole("button", { name: /Account menu/ }).click();
  await other.getByRole("menuitem", { name: "Sign out" }).click();
  await enter();
  await other.getByRole("button", { name: "Use a recovery code" }).click();
  expect(await problemsDayAndNight(other)).toEqual([]);
  await other.getByLabel("Recovery code").fill(first);
  await other.keyboard.press("Enter");
  await other.getByRole("heading", { name: "Forms", level: 1 }).waitFor();
}, 60_000);
