import type { Page } from "playwright-core";
import { isAnswerable } from "../support/answerable.ts";
import { expecting, type Owner, owner, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { type Product, startProduct } from "../support/product.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { type MailServer, parseMail, startMailServer } from "../support/smtp.ts";
import { problemsDayAndNight, visit } from "./support/browser.ts";
import { translate } from "./support/translate.ts";

/** Respondents finish on another device, by a link in an email (wants §23). */
let product: Product;
let mail: MailServer;
let me: Owner;
beforeAll(async () => {
  mail = await startMailServer();
  product = await startProduct({
    way: "one",
    env: { SIGNUP: "open", SMTP_URL: mail.url, MAIL_FROM: "forms@example.com" },
  });
  me = await owner(product.url);
});
afterAll(async () => {
  await product?.stop();
  await mail?.close();
});

const color = node("color", "multiple_choice", {
  options: [..."abc"].map((value) => ({ value, label: `Color ${value}` })),
});
const newForm = () =>
  publishForm(me, chain(node("name", "short_text"), color, node("why", "short_text")), { resume: "mail" });
const field = (page: Page, name: string) => page.getByRole("textbox", { name });

/** Continues by the link. The gateway's HTML has the first question's own Continue until the page asks. */
async function continueOn(page: Page): Promise<void> {
  await page.getByRole("heading", { name: "Continue where you left off" }).waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
}

/** The link that was sent to an address. */
const linkFor = (address: string): Promise<string> =>
  eventually(() => {
    const sent = mail.mails.find(({ to }) => to.includes(address));
    const [found] = /\/f\/\S+#resume=[\w-]+/.exec(sent ? parseMail(sent).text : "") ?? [];
    if (!found) throw new Error("no link yet");
    return found;
  });

/** Answers the first question, and asks for a link. */
async function begun(slug: string, address: string): Promise<{ page: Page; link: string }> {
  const { page } = await visit(`/f/${slug}`, { baseURL: product.url });
  await field(page, "About name").fill("Ada");
  await field(page, "About name").press("Enter");
  await page.getByRole("heading", { name: "About color" }).waitFor();
  await page.getByRole("button", { name: "Finish later" }).click();
  await field(page, "Email address").fill(address);
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByRole("heading", { name: "Check your inbox" }).waitFor();
  await page.getByRole("button", { name: "Close" }).click();
  const link = await linkFor(address);
  return { page, link };
}

test("leads from a phone to a desk, and completes one response", async () => {
  const slug = await newForm();
  const { link } = await begun(slug, "ada@example.com");
  const { page } = await visit(link, { baseURL: product.url, viewport: { width: 1440, height: 900 } });
  await continueOn(page);
  expect(page.url()).not.toContain("resume");
  await page.getByRole("heading", { name: "About color" }).waitFor();
  await page.getByRole("button", { name: "Back" }).click();
  expect(await field(page, "About name").inputValue()).toBe("Ada");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("radio", { name: "Color b" }).click();
  await field(page, "About why").fill("Because");
  await field(page, "About why").press("Enter");
  await page.getByRole("heading", { name: "About end" }).waitFor();
  const { body } = await eventually(async () => {
    const list = await expecting(200, me.get(`/api/v2/form/${slug}/responses/?status=completed&include=answers`));
    expect(list.body.count).toBe(1);
    return list;
  });
  expect(body.results[0].answers).toMatchObject({ name: { value: "Ada" }, color: { value: "b" } });
});

test("offers no link while a completed response changes", async () => {
  const slug = await publishForm(me, chain(node("name", "short_text"), node("why", "short_text")), {
    resume: "mail",
    edit_window_minutes: 60,
  });
  const { page } = await visit(`/f/${slug}`, { baseURL: product.url });
  const offer = page.getByRole("button", { name: "Finish later" });
  await field(page, "About name").fill("Ada");
  await field(page, "About name").press("Enter");
  await offer.waitFor();
  // the ground of the button bar once covered it
  const clip = (await offer.boundingBox()) ?? undefined;
  const shown = async (visibility: string) => {
    await page.locator(".finish-later > button").evaluate((button, value) => {
      button.style.visibility = value;
    }, visibility);
    return page.screenshot({ clip });
  };
  expect((await shown("hidden")).equals(await shown(""))).toBe(false);
  await field(page, "About why").fill("Because");
  await field(page, "About why").press("Enter");
  await page.getByRole("button", { name: "Change my answers" }).click();
  await page.getByRole("button", { name: "Change", exact: true }).first().click();
  await field(page, "About name").waitFor();
  await page.waitForLoadState("networkidle");
  expect(await offer.count()).toBe(0);
});

test("waits for an answer on its way, and then sends a link that has it", async () => {
  const slug = await newForm();
  const { page } = await visit(`/f/${slug}`, { baseURL: product.url });
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.route("**/api/v2/r/session/*/next/", async (route) => {
    await isReleased;
    await route.continue();
  });
  const asked: string[] = [];
  page.on("request", (request) => request.url().endsWith("/resume/") && asked.push(request.url()));
  await field(page, "About name").fill("Ada");
  await field(page, "About name").press("Enter");
  await page.getByRole("button", { name: "Finish later" }).click();
  await field(page, "Email address").fill("ona@example.com");
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByRole("button", { name: "Send link", disabled: true }).waitFor();
  expect([asked, await page.getByRole("alert").filter({ hasText: /./ }).count()]).toEqual([[], 0]);
  release();
  await page.getByRole("heading", { name: "Check your inbox" }).waitFor();
  const other = await visit(await linkFor("ona@example.com"), { baseURL: product.url });
  await continueOn(other.page);
  await other.page.getByRole("heading", { name: "About color" }).waitFor();
  await other.page.getByRole("button", { name: "Back" }).click();
  expect(await field(other.page, "About name").inputValue()).toBe("Ada");
});

test("says that answers aren't sent yet while the network is gone", async () => {
  const slug = await newForm();
  const { page, expect: expectComplaint } = await visit(`/f/${slug}`, { baseURL: product.url });
  expectComplaint(/ERR_FAILED|Failed to load/);
  await page.route("**/api/v2/r/session/*/next/", (route) => route.abort());
  await field(page, "About name").fill("Ada");
  await field(page, "About name").press("Enter");
  await page.getByRole("button", { name: "Finish later" }).click();
  await field(page, "Email address").fill("pia@example.com");
  await page.getByRole("button", { name: "Send link" }).click();
  await page.getByText("Your last answers aren’t sent yet.").waitFor();
});

test("says that a link was used, and lets people answer anyway", async () => {
  const slug = await newForm();
  const { link } = await begun(slug, "bea@example.com");
  const first = await visit(link, { baseURL: product.url });
  await continueOn(first.page);
  await first.page.getByRole("heading", { name: "About color" }).waitFor();
  const { page, expect: expectComplaint } = await visit(link, { baseURL: product.url });
  expectComplaint(/404/);
  await continueOn(page);
  await page.getByRole("heading", { name: "This link no longer works" }).waitFor();
  await page.getByRole("banner").getByText("A form").waitFor();
  expect(await problemsDayAndNight(page)).toEqual([]);
  await page.getByRole("button", { name: "Start" }).click();
  await field(page, "About name").waitFor();
  expect(await field(page, "About name").inputValue()).toBe("");
});

test("opens nothing before the button, so that programs which check links use none up", async () => {
  const slug = await newForm();
  const { link } = await begun(slug, "cy@example.com");
  for (let count = 0; count < 2; count += 1) {
    const { page } = await visit(link, { baseURL: product.url });
    await page.getByRole("heading", { name: "Continue where you left off" }).waitFor();
    await page.reload();
    await page.getByRole("heading", { name: "Continue where you left off" }).waitFor();
  }
  const { page } = await visit(link, { baseURL: product.url });
  await continueOn(page);
  await page.getByRole("heading", { name: "About color" }).waitFor();
});

test("opens again on the same device after a lost reply", async () => {
  const slug = await newForm();
  const { link } = await begun(slug, "di@example.com");
  const { page, expect: expectComplaint } = await visit(link, { baseURL: product.url });
  expectComplaint(/ERR_FAILED|Failed to load/);
  await page.route(
    "**/api/v2/r/resume/",
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await continueOn(page);
  await page.getByText("Couldn’t open your answers.").waitFor();
  await page.reload();
  await continueOn(page);
  await page.getByRole("heading", { name: "About color" }).waitFor();
});

test("an open list covers the link to finish later", async () => {
  const options = Array.from({ length: 40 }, (_, at) => ({ value: `o${at}`, label: `Option ${at}` }));
  const slug = await publishForm(me, chain(node("name", "short_text"), node("city", "dropdown", { options }, true)), {
    resume: "mail",
  });
  const { page } = await visit(`/f/${slug}`, { baseURL: product.url, viewport: { width: 1000, height: 900 } });
  await field(page, "About name").fill("Ada");
  await field(page, "About name").press("Enter");
  const later = page.getByRole("button", { name: "Finish later" });
  await later.waitFor();
  await page.getByRole("combobox").click();
  await page.getByRole("option").first().waitFor();
  const isCovered = (link: Element) => {
    const { x, y, width, height } = link.getBoundingClientRect();
    const above = document.elementFromPoint(x + width / 2, y + height / 2);
    return above?.closest("[role=listbox]") !== null;
  };
  expect(await later.evaluate(isCovered)).toBe(true);
});

test("continues in the session's language on a device that prefers another one", async () => {
  const translations = { ar: { "name.title": "ما اسمك؟", "color.title": "أي لون؟" } };
  const graph = { ...chain(node("name", "short_text"), color), translations };
  const slug = await publishForm(me, graph, { resume: "mail" });
  const { page } = await visit(`/f/${slug}`, { baseURL: product.url, locale: "ar-EG" });
  await field(page, "ما اسمك؟").fill("Ada");
  await field(page, "ما اسمك؟").press("Enter");
  await page.getByRole("heading", { name: "أي لون؟" }).waitFor();
  await page.getByRole("button", { name: "الإكمال لاحقًا" }).click();
  await field(page, "البريد الإلكتروني").fill("eve@example.com");
  await page.keyboard.press("Enter");
  const link = await linkFor("eve@example.com");
  const other = await visit(link, { baseURL: product.url, locale: "en-US" });
  await continueOn(other.page);
  await other.page.getByRole("heading", { name: "أي لون؟" }).waitFor();
  expect(await other.page.locator("html").getAttribute("dir")).toBe("rtl");
});

test("changes the language before the response continues", async () => {
  const translations = { ar: { title: "استبيان" } };
  const slug = await publishForm(me, { ...chain(node("name", "short_text")), translations });
  const { page } = await visit(`/f/${slug}#resume=${"a".repeat(43)}`, { baseURL: product.url, locale: "en-US" });
  await page.getByRole("heading", { name: "Continue where you left off" }).waitFor();
  await page.getByRole("button", { name: /^Language/ }).click();
  await page.getByRole("option").last().click();
  await page.getByRole("heading", { name: "متابعة التعبئة" }).waitFor();
  await page.getByRole("banner").getByText("استبيان").waitFor();
  expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
  expect(await problemsDayAndNight(page)).toEqual([]);
});

test("sends the link in the language that the page shows, with the form's title in it", async () => {
  const translations = { ar: { title: "استبيان", "name.title": "ما اسمك؟" } };
  const graph = { ...chain(node("name", "short_text"), color), translations };
  const slug = await publishForm(me, graph, { resume: "mail", title: "Survey" });
  const { page } = await visit(`/f/${slug}`, { baseURL: product.url, locale: "en-US" });
  await field(page, "About name").fill("Ada");
  await field(page, "About name").press("Enter");
  await page.getByRole("heading", { name: "About color" }).waitFor();
  await page.locator(".language-button").click();
  await page.getByRole("option", { name: "العربية" }).click();
  await page.getByRole("button", { name: "الإكمال لاحقًا" }).click();
  await field(page, "البريد الإلكتروني").fill("lea@example.com");
  await page.keyboard.press("Enter");
  await linkFor("lea@example.com");
  const sent = mail.mails.find(({ to }) => to.includes("lea@example.com"));
  expect(sent && parseMail(sent).html).toMatch(/<html lang="ar" dir="rtl">.*<title>استبيان<\/title>/s);
});

test("asks from right to left in a language of such a script", async () => {
  const translations = { ar: { "name.title": "ما اسمك؟" } };
  const slug = await publishForm(me, { ...chain(node("name", "short_text")), translations }, { resume: "mail" });
  const { page } = await visit(`/f/${slug}#resume=x`, { baseURL: product.url, locale: "ar-EG" });
  await page.getByRole("heading", { name: "متابعة التعبئة" }).waitFor();
  const html = page.locator("html");
  expect([await html.getAttribute("lang"), await html.getAttribute("dir")]).toEqual(["ar", "rtl"]);
});

test("keeps the focus in the dialog, by keyboard alone", async () => {
  const slug = await newForm();
  const { page } = await visit(`/f/${slug}`, { baseURL: product.url });
  await field(page, "About name").fill("Ada");
  await field(page, "About name").press("Enter");
  await page.getByRole("heading", { name: "About color" }).waitFor();
  const focused = () =>
    page.evaluate(() => document.activeElement?.id || document.activeElement?.textContent?.slice(0, 30));
  for (const address of ["fay@example.com", "gus@example.com"]) {
    await page.getByRole("button", { name: "Finish later" }).press("Enter");
    await field(page, "Email address").waitFor();
    // the points drawn after the dialog opened
    await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))));
    expect(await focused()).toBe("later-email");
    await page.keyboard.type(address);
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Check your inbox" }).waitFor();
    await eventually(async () => expect(await focused()).toBe("later-title"));
    await page.keyboard.press("Escape");
    await eventually(async () => expect(await focused()).toBe("Finish later"));
  }
});

test("takes letters in the dialog as an address, and stays accessible", async () => {
  const slug = await newForm();
  const { page } = await visit(`/f/${slug}`, { baseURL: product.url });
  await field(page, "About name").fill("Ada");
  await field(page, "About name").press("Enter");
  await page.getByRole("heading", { name: "About color" }).waitFor();
  await page.getByRole("button", { name: "Finish later" }).click();
  expect(await problemsDayAndNight(page)).toEqual([]);
  await field(page, "Email address").pressSequentially("abc");
  await page.keyboard.press("Enter");
  await page.getByRole("alert").waitFor();
  expect(await page.getByRole("alert").textContent()).toContain("such as name@example.com");
  await page.keyboard.press("Escape");
  // fades the question alone, not the dialog's form with its address
  await page.waitForFunction(() => !document.querySelector("[data-leaving]"));
  expect(await page.getByRole("radio", { checked: true }).count()).toBe(0);
  await page.getByRole("heading", { name: "About color" }).waitFor();
});

test("is offered only where the form does, and once there is something to continue", async () => {
  const plain = await publishForm(me, chain(node("name", "short_text"), color));
  const { page } = await visit(`/f/${plain}`, { baseURL: product.url });
  await field(page, "About name").fill("Ada");
  await field(page, "About name").press("Enter");
  await page.getByRole("heading", { name: "About color" }).waitFor();
  expect(await page.getByRole("button", { name: "Finish later" }).count()).toBe(0);
  await page.goto(`/f/${await newForm()}`);
  await field(page, "About name").waitFor();
  expect(await page.getByRole("button", { name: "Finish later" }).count()).toBe(0);
});

test.each(["wrapped", "replaced"] as const)("leads on in a browser that translates it, with texts %s", async (kind) => {
  const address = `${kind}@example.com`;
  const { page } = await visit(`/f/${await newForm()}`, { baseURL: product.url });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await page.waitForFunction(isAnswerable);
  const translated = async () => {
    await page.waitForLoadState("networkidle");
    await translate(page, kind);
    await page.waitForLoadState("networkidle");
  };
  await translated();
  const onward = page.locator(".page-actions [type=submit], .page-actions button:last-child");
  await page.locator("input").fill("Ada");
  await onward.click();
  await page.locator("h1").filter({ hasText: "About color" }).waitFor();
  await page.locator(".finish-later > button").first().click();
  await translated();
  const email = page.locator("#later-email");
  const send = page.locator(".later-actions [type=submit]");
  const error = page.locator("#later-error");
  await email.fill("ada");
  await send.click();
  await error.filter({ hasText: "name@example.com" }).waitFor();
  await translated();
  await email.fill(address);
  await send.click();
  const title = page.locator("#later-title");
  await title.filter({ hasText: "Check your inbox" }).waitFor();
  expect([await title.count(), await error.count()]).toEqual([1, 0]);
  await translated();
  await page.locator(".later-actions button").click();

  const { page: desk } = await visit(await linkFor(address), { baseURL: product.url });
  await desk.locator("h1").filter({ hasText: "Continue where you left off" }).waitFor();
  await translate(desk, kind);
  await desk.locator(".page-actions button:last-child, .later-actions button:last-child").last().click();
  await desk.locator("h1").filter({ hasText: "About color" }).waitFor();
  expect(await desk.locator("h1").allTextContents()).toHaveLength(1);
});
