import { text } from "node:stream/consumers";
import pg from "pg";
import type { Page } from "playwright-core";
import { csvRows } from "../../services/web/dashboard/form/links/csv.ts";
import { visit } from "../browser/support/browser.ts";
import { type Client, client, type Owner, owner } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { jobsNow } from "../support/jobs.ts";
import { type Product, startProduct } from "../support/product.ts";
import { type Mail, type MailServer, parseMail, startMailServer } from "../support/smtp.ts";
import { startFirefox } from "./firefox.ts";
import { answerIn, answerInEngine, answerOverApi, finishIn, openLink, score } from "./reachAnswers.ts";
import { customersCsv, type Person, people, survey, texts, textsOf, wordsOf, wrong } from "./reachPeople.ts";
import { visitorOf } from "./visitor.ts";
import { startWebkit } from "./webkit.ts";

/**
 * Reaching 500 people as an owner does (features §15 and its last section): links from a CSV, invitations, answers in three browsers
 * and on a phone, reminders, and results by reference.
 */
let product: Product;
let mail: MailServer;
let me: Owner;
let anyone: Client;
let database: pg.Pool;
beforeAll(async () => {
  mail = await startMailServer();
  product = await startProduct({
    way: "one",
    env: { SMTP_URL: mail.url, MAIL_FROM: "forms@example.com", QUOTA_INVITATIONS_PER_ACCOUNT_DAY: "2000" },
  });
  me = await owner(product.url);
  anyone = client({}, product.url);
  database = new pg.Pool({ connectionString: product.database.url });
}, 120_000);
afterAll(async () => {
  await database?.end();
  await product?.stop();
  await mail?.close();
});

const desk = { width: 1440, height: 900 };
const answering = people.slice(0, 200);
const refusing = people.slice(400, 403);
const unsubscribing = people.slice(300, 305);
/** People who answer in a browser. The others send the page's requests. */
const atDesks = answering.slice(0, 10);
const onPhones = answering.slice(10, 20);
const inFirefox = answering.slice(20, 28);
const inWebkit = answering.slice(28, 32);
const [fromEmail, later] = onPhones as [Person, Person];

/** Makes the form in the dashboard, from a file, and publishes it. Returns its slug. */
async function makeForm(page: Page): Promise<string> {
  await page.goto("/");
  await page.getByRole("button", { name: "Import form" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox", { name: "Or paste the file’s content" }).fill(JSON.stringify(survey));
  await dialog.getByRole("button", { name: "Continue" }).click();
  await dialog.getByRole("textbox", { name: "Title" }).fill("Customers");
  await dialog.getByRole("button", { name: "Create form" }).click();
  await page.getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog", { name: "Publish" }).getByRole("button", { name: "Publish" }).click();
  await page.getByRole("dialog", { name: "Version 1 is live" }).waitFor();
  const slug = new URL(page.url()).pathname.split("/")[2] ?? "";
  await page.goto(`/forms/${slug}/settings`);
  await page.getByRole("switch", { name: "Let people finish on another device" }).check();
  await page.getByRole("button", { name: "Save" }).click();
  await page.getByText("Settings saved").first().waitFor();
  return slug;
}

/** Adds everyone of the file, and corrects its faulty rows. */
async function addPeople(page: Page, slug: string): Promise<void> {
  await page.goto(`/forms/${slug}/share?tab=links`);
  await page.getByRole("switch", { name: "Only people with a link can respond" }).click();
  await page.getByRole("button", { name: "Add people" }).click();
  const file = { name: "customers.csv", mimeType: "text/csv", buffer: Buffer.from(customersCsv()) };
  await page.locator("input[type=file]").setInputFiles(file);
  const dialog = page.getByRole("dialog");
  await dialog.getByText("customers.csv · 501 rows").waitFor();
  for (const { at, right } of Object.values(wrong))
    await dialog.getByRole("textbox", { name: `Row ${at + 2}` }).fill(right);
  await dialog.getByText("Same as row 9. It’s left out.").waitFor();
  await dialog.getByRole("button", { name: "Create 500 links" }).click();
  await page.getByRole("heading", { name: "500 people, one link each" }).waitFor();
}

const letters = (to: string): Mail[] => mail.mails.filter((one) => one.to.includes(to));
const linkIn = (sent: Mail | undefined): string => {
  const [found = ""] = /\/f\/\S+\?link=[\w-]+/.exec(sent ? parseMail(sent).text : "") ?? [];
  return found;
};
const linkOf = ({ email }: Person): string => linkIn(letters(email)[0]);
const tokenOf = (person: Person): string => new URL(linkOf(person), product.url).searchParams.get("link") ?? "";

/** Answers the first question from within the letter. */
const ten = "{{link:url}}&answer.score=10&prefill=skip";

/** Writes the invitation in both languages, sends a test, and invites everyone. */
async function invite(page: Page): Promise<void> {
  await page.getByRole("button", { name: "Send invitations" }).click();
  const dialog = page.getByRole("dialog", { name: "Send invitations" });
  await dialog.getByText(/^500 emails now/).waitFor();
  await dialog.getByRole("textbox", { name: "Subject" }).fill("How are we doing, {{hidden:first_name}}?");
  await dialog.getByRole("textbox", { name: "Text" }).fill(`Hi {{hidden:first_name}},\n\nten: ${ten}`);
  await dialog.getByRole("tab", { name: "German" }).click();
  await dialog.getByRole("textbox", { name: "Subject" }).fill("Wie läuft es, {{hidden:first_name}}?");
  await dialog.getByRole("textbox", { name: "Text" }).fill(`Hallo {{hidden:first_name}},\n\nzehn: ${ten}`);
  await dialog.getByRole("button", { name: "Remove the reminder after 7 days" }).click();
  await dialog.getByText(/^500 emails now, up to 500 reminders\./).waitFor();
  await dialog.getByRole("button", { name: "Send a test to me" }).click();
  await eventually(() => expect(letters(me.email)).toHaveLength(1));
  mail.mails.splice(0);
  await dialog.getByRole("button", { name: "Invite 500 people" }).click();
}

test("reaches 500 people from a CSV to results by reference", async () => {
  const [name = "", value = ""] = me.cookie.split(/=(.*)/s);
  const { page, context } = await visit(null, { baseURL: product.url, viewport: desk });
  await context.addCookies([{ name, value, url: product.url }]);
  const refused = refuseSome();
  const slug = await makeForm(page);
  await addPeople(page, slug);
  await invite(page);
  await eventually(() => expect(mail.mails.length + refused.size).toBe(500), 90);
  expectLetters();
  await answerAll(slug);
  await unsubscribeSome();
  await remind();
  await expectResults(page, slug);
}, 240_000);

/** Refuses some recipients, and records them. */
function refuseSome(): ReadonlySet<string> {
  const refused = new Set<string>();
  const unknown = new Set(refusing.map(({ email }) => email));
  mail.behave({
    recipient(address) {
      if (!unknown.has(address)) return null;
      refused.add(address);
      return 550;
    },
  });
  return refused;
}

function expectLetters(): void {
  const sent = new Map(mail.mails.map((one) => [one.to.join(), parseMail(one)]));
  expect(sent.size).toBe(497);
  for (const person of people.filter((one) => !refusing.includes(one))) {
    const letter = sent.get(person.email);
    if (person.language === "de") expect(letter?.text).toMatch(new RegExp(`^Hallo ${person.name},\n`));
    else {
      expect(letter?.headers.get("subject")).toBe(`How are we doing, ${person.name}?`);
      expect(letter?.text).toMatch(new RegExp(`^Hi ${person.name},\n`));
    }
    expect(letter?.text).toContain(`${wordsOf(person).answer}: ${product.url}/f/`);
  }
}

/** Answers in all browsers at the same time as over the API. */
async function answerAll(slug: string): Promise<void> {
  const others = answering.slice(32);
  const overApi = async () => {
    for (let at = 0; at < others.length; at += 8)
      await Promise.all(others.slice(at, at + 8).map((person) => answerOverApi(anyone, slug, tokenOf(person), person)));
  };
  await Promise.all([overApi(), answerAtDesks(), answerOnPhones(), answerInEngines()]);
}

async function answerAtDesks(): Promise<void> {
  const { page } = await visit(null, { baseURL: product.url, viewport: { width: 1280, height: 900 } });
  for (const person of atDesks) {
    await openLink(page, linkOf(person));
    await answerIn(page, person);
  }
}

const phone = () => ({
  baseURL: product.url,
  viewport: { width: 390, height: 844 },
  hasTouch: true,
  isMobile: true,
});

async function answerOnPhones(): Promise<void> {
  const { page } = await visit(null, phone());
  for (const person of onPhones) {
    if (person === later) continue;
    const isClicked = person === fromEmail;
    await openLink(page, isClicked ? clickedIn(person) : linkOf(person));
    await answerIn(page, person, isClicked);
  }
}

/** The address in the letter that answers the first question. */
const clickedIn = (person: Person): string => {
  const [found = ""] = /\/f\/\S+prefill=skip/.exec(parseMail(letters(person.email)[0] as Mail).text) ?? [];
  return found;
};

/** Begins on a phone, and asks for a link. Returns it. */
async function beginLater(): Promise<string> {
  const { page } = await visit(null, phone());
  await openLink(page, linkOf(later));
  await score(page, later).tap();
  await page.getByRole("textbox", { name: textsOf(later).why }).waitFor();
  await page.getByRole("button", { name: "Finish later" }).tap();
  await page.getByRole("textbox", { name: "Email address" }).fill("later@example.com");
  await page.getByRole("button", { name: "Send link" }).tap();
  await page.getByRole("heading", { name: "Check your inbox" }).waitFor();
  return eventually(() => {
    const [sent] = letters("later@example.com");
    const [found] = /\/f\/\S+#resume=[\w-]+/.exec(sent ? parseMail(sent).text : "") ?? [];
    if (!found) throw new Error("no link yet");
    return found;
  });
}

async function answerInEngines(): Promise<void> {
  const link = await beginLater();
  const firefox = visitorOf(await startFirefox({ width: 1280, height: 900 }));
  try {
    await firefox.open(`${product.url}${link}`);
    await firefox.click("button", "Continue");
    await finishIn(firefox, later);
    for (const person of inFirefox) await answerInEngine(firefox, `${product.url}${linkOf(person)}`, person);
  } finally {
    await firefox.close();
  }
  const webkit = visitorOf(await startWebkit({ width: 1280, height: 900 }));
  try {
    for (const person of inWebkit) await answerInEngine(webkit, `${product.url}${linkOf(person)}`, person);
  } finally {
    await webkit.close();
  }
}

async function unsubscribeSome(): Promise<void> {
  const { page } = await visit(null, { baseURL: product.url });
  for (const person of unsubscribing) {
    const [address = ""] = /\/mail\/leave\?token=[\w-]+/.exec(parseMail(letters(person.email)[0] as Mail).text) ?? [];
    const { leave, left } = wordsOf(person);
    await page.goto(address);
    await page.getByRole("button", { name: leave }).click();
    await page.getByRole("heading", { name: left }).waitFor();
  }
}

/** Reminders go to everyone who didn't answer, unsubscribe or have a wrong address. */
async function remind(): Promise<void> {
  await eventually(async () => {
    const { rows } = await database.query(
      "select count(*)::integer as count from integrations.link_letters where turn = 1",
    );
    expect(rows[0].count).toBe(497);
  });
  mail.mails.splice(0);
  // three days later
  await database.query("update integrations.mail_sends set day = day - 3");
  await database.query("update integrations.link_letters set due_at = now() where state = 'waiting'");
  await database.query(jobsNow("integrations"));
  await eventually(async () => {
    const { rows } = await database.query(
      "select count(*)::integer as count from integrations.link_letters where state = 'waiting'",
    );
    expect(rows[0].count).toBe(0);
  }, 90);
  const wanted = people.filter((one) => ![answering, refusing, unsubscribing].some((group) => group.includes(one)));
  expect(mail.mails.map(({ to }) => to.join()).sort()).toEqual(wanted.map(({ email }) => email).sort());
  for (const one of mail.mails) expect(linkIn(one)).not.toBe("");
}

/** The links list names everyone who hasn't answered. The table and the export have each answer beside its reference. */
async function expectResults(page: Page, slug: string): Promise<void> {
  await page.goto(`/forms/${slug}/share?tab=links`);
  for (const state of ["200 completed", "300 not opened", "3 with an undeliverable address"])
    await page.getByRole("button", { name: new RegExp(`^${state}`) }).waitFor();
  await page.getByRole("radio", { name: "Hasn’t answered" }).check({ force: true });
  await page.getByText("1 of 6", { exact: false }).waitFor();
  const menus = page.getByRole("button", { name: /^Actions for C-/ });
  const named = () => menus.evaluateAll((buttons) => buttons.map(({ ariaLabel }) => ariaLabel?.slice(12) ?? ""));
  expect((await everyPage(page, 6, named)).sort()).toEqual(people.slice(200).map(({ reference }) => reference));

  await page.goto(`/forms/${slug}/responses`);
  // the questions' columns follow the first rows
  for (const name of columnTitles) await page.getByRole("columnheader", { name }).waitFor();
  const wanted = answering.map(({ reference, answers: { score, why, again } }) =>
    [reference, String(score), why, again === "yes" ? "Yes" : "No"].join(" | "),
  );
  const shown = await everyPage(page, 4, () => rowsOf(page));
  expect(shown.sort()).toEqual(wanted);

  await page.keyboard.press("e");
  const downloading = page.waitForEvent("download");
  await page.getByRole("button", { name: "Export now" }).click();
  const [head = [], ...rows] = csvRows(await text(await (await downloading).createReadStream()));
  const columns = [
    "link",
    ...["score", "why", "again"].map((id) => head.find((name) => name.endsWith(`[${id}]`)) ?? id),
  ];
  const exported = rows.map((row) => columns.map((name) => row[head.indexOf(name)]).join(" | "));
  expect(exported.sort()).toEqual(wanted);
}

/** Reads every page of a list. */
async function everyPage(page: Page, pages: number, read: () => Promise<string[]>): Promise<string[]> {
  const all = new Set<string>();
  for (let number = 1; number <= pages; number += 1) {
    await eventually(async () => {
      const found = await read();
      expect(found).toHaveLength(50);
      expect(found.filter((one) => all.has(one))).toEqual([]);
      for (const one of found) all.add(one);
    });
    if (number < pages) await page.getByRole("button", { name: /^Next/ }).click();
  }
  return [...all];
}

const columnTitles = ["Reference", texts.en.score, texts.en.why, texts.en.again];

/** Reference and answers of the rows of the responses table. */
const rowsOf = (page: Page): Promise<string[]> =>
  page.evaluate((titles) => {
    const heads = [...document.querySelectorAll("thead th")].map(({ textContent }) => textContent?.trim());
    const at = titles.map((title) => heads.indexOf(title));
    return [...document.querySelectorAll("tbody tr")].map(({ children }) =>
      at.map((index) => children[index]?.textContent?.trim()).join(" | "),
    );
  }, columnTitles);
