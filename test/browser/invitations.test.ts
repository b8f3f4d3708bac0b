import pg from "pg";
import { expecting, type Owner, owner, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { jobsNow } from "../support/jobs.ts";
import { type Product, startProduct } from "../support/product.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { type MailServer, parseMail, startMailServer } from "../support/smtp.ts";
import { problemsDayAndNight, visit } from "./support/browser.ts";

/** Invitations by email (features, last section), from the dashboard to the answer. */
let product: Product;
let mail: MailServer;
let me: Owner;
let database: pg.Pool;
beforeAll(async () => {
  mail = await startMailServer();
  product = await startProduct({
    way: "one",
    env: {
      SIGNUP: "open",
      SMTP_URL: mail.url,
      MAIL_FROM: "forms@example.com",
      QUOTA_INVITATIONS_PER_ACCOUNT_DAY: "2000",
    },
  });
  me = await owner(product.url);
  database = new pg.Pool({ connectionString: product.database.url });
});
afterAll(async () => {
  await database?.end();
  await product?.stop();
  await mail?.close();
});
afterEach(() => void mail.mails.splice(0));

const newForm = () =>
  publishForm(me, { ...chain(node("name", "short_text")), hidden_fields: ["plan"] }, { title: "Survey" });
const linksPath = (slug: string) => `/api/v2/form/${slug}/links/`;
const addPeople = (slug: string, links: object[]) => expecting(201, me.post(linksPath(slug), { links }));
const linkTo = (address: string): string => {
  const sent = mail.mails.findLast(({ to }) => to.includes(address));
  const [found] = /\/f\/\S+\?link=[\w-]+/.exec(sent ? parseMail(sent).text : "") ?? [];
  if (!found) throw new Error("no link yet");
  return found;
};

test("invites people from the dashboard, who answer or unsubscribe", async () => {
  const slug = await newForm();
  await addPeople(slug, [
    { reference: "ada@example.com" },
    { reference: "eve@example.com" },
    { reference: "No address" },
    { reference: "zoe@example.com" },
  ]);
  const [name = "", value = ""] = me.cookie.split(/=(.*)/s);
  const { page, context } = await visit(null, { baseURL: product.url, viewport: { width: 1440, height: 900 } });
  await context.addCookies([{ name, value, url: product.url }]);
  await page.goto(`/forms/${slug}/share?tab=links`);
  for (const reference of ["ada@example.com", "eve@example.com", "No address"])
    await page.getByRole("checkbox", { name: `Select ${reference}` }).check();
  await page.getByRole("region", { name: "Selection" }).getByRole("button", { name: "Send invitations" }).click();
  const dialog = page.getByRole("dialog", { name: "Send invitations" });
  await dialog.getByRole("textbox", { name: "Subject" }).fill("For {{link:reference}}");
  await dialog.getByRole("button", { name: "Remove the reminder after 7 days" }).click();
  await dialog.getByText("Left out: 1 without an address.").waitFor();
  await dialog.getByText(/^2 emails now, up to 2 reminders\./).waitFor();
  await dialog.getByText("For ada@example.com", { exact: true }).waitFor();
  await dialog.getByRole("button", { name: "Next recipient" }).click();
  await dialog.getByText("For eve@example.com", { exact: true }).waitFor();
  const letter = dialog.frameLocator("iframe[title='Preview for eve@example.com']");
  const answerButton = letter.getByText("Answer the form", { exact: true });
  await eventually(async () =>
    expect(await answerButton.evaluate((it) => getComputedStyle(it).backgroundColor)).not.toBe("rgba(0, 0, 0, 0)"),
  );
  await dialog.getByRole("button", { name: "Previous recipient" }).click();
  await dialog.getByText("For ada@example.com", { exact: true }).waitFor();
  expect(await problemsDayAndNight(page)).toEqual([]);
  await dialog.getByRole("button", { name: "Send a test to me" }).click();
  await page.getByText("Test sent to your address.").waitFor();
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 });
    const buttons = await dialog
      .getByRole("button")
      .filter({ hasText: /Cancel|Send|Invite/ })
      .all();
    const isOnTop = (button: Element) => {
      const { x, y, width, height } = button.getBoundingClientRect();
      return button.contains(document.elementFromPoint(x + width / 2, y + height / 2));
    };
    expect(await Promise.all(buttons.map((button) => button.evaluate(isOnTop)))).toEqual([true, true, true]);
  }
  await eventually(() => expect(mail.mails.map(({ to }) => to[0])).toEqual([me.email]));
  await dialog.getByRole("button", { name: "Invite 2 people" }).click();
  await eventually(() => expect(mail.mails).toHaveLength(3));
  await page.getByText("2 of 2 sent").waitFor();
  await page
    .getByText(/^Next reminder/)
    .first()
    .waitFor();
  expect(await problemsDayAndNight(page)).toEqual([]);
  await page.getByRole("button", { name: "Actions for For @Reference" }).click();
  await page.getByRole("menuitem", { name: "Show deliveries" }).click();
  await page.getByRole("dialog").getByText("2 attempts").waitFor();
  await page.getByRole("dialog").getByText("ada@example.com").waitFor();
  await page.keyboard.press("Escape");
  const visited = await visit(linkTo("ada@example.com"), { baseURL: product.url });
  await visited.page.getByRole("textbox", { name: "About name" }).fill("Ada");
  await visited.page.getByRole("textbox", { name: "About name" }).press("Enter");
  await visited.page.getByRole("heading", { name: "About end" }).waitFor();
  const eves = mail.mails.findLast(({ to }) => to.includes("eve@example.com"));
  const leave = /\/mail\/leave\?token=[\w-]+/.exec(eves ? parseMail(eves).text : "")?.[0] ?? "";
  await visited.page.goto(leave);
  await visited.page.getByText("eve@example.com won’t get further invitations from").waitFor();
  expect((await visited.page.getByRole("main").boundingBox())?.x).toBe(16);
  await visited.page.getByRole("button", { name: "Unsubscribe" }).click();
  await visited.page.getByRole("heading", { name: "Unsubscribed" }).waitFor();
  await eventually(async () => {
    const { body } = await expecting(200, me.get(linksPath(slug)));
    const states = body.results.map(({ reference, status, mail: { status: mailed } }: never) => [
      reference,
      status,
      mailed,
    ]);
    expect(states.sort()).toEqual([
      ["No address", "unused", "none"],
      ["ada@example.com", "completed", "sent"],
      ["eve@example.com", "unused", "unsubscribed"],
      ["zoe@example.com", "unused", "none"],
    ]);
  });
});

test("invites 500 people, of whom 200 answer, reminds the others, and has the results by reference", async () => {
  const slug = await newForm();
  const people = Array.from({ length: 500 }, (_, at) => ({
    reference: `p${at}@example.com`,
    hidden: { plan: `${at % 3}` },
  }));
  await addPeople(slug, people);
  const body = { subject: "How was it?", text: "Plan {{hidden:plan}}", filter: {}, remind_after_days: [1] };
  const { body: sent } = await expecting(201, me.post(`${linksPath(slug)}mail/`, body));
  expect(sent.counts).toMatchObject({ recipients: 500, reminders_planned: 500 });
  await eventually(() => expect(mail.mails).toHaveLength(500), 90);
  const answer = async (address: string) => {
    const link = new URL(linkTo(address), product.url).searchParams.get("link");
    const started = await expecting(201, me.post(`/api/v2/r/${slug}/start/`, { link }));
    const session = `/api/v2/r/session/${started.body.id}/`;
    await expecting(200, me.post(`${session}next/`, { node_id: "name", value: address }));
    await expecting(200, me.post(`${session}complete/`, {}));
  };
  const answering = people.slice(0, 200);
  for (let at = 0; at < 200; at += 20)
    await Promise.all(answering.slice(at, at + 20).map(({ reference }) => answer(reference)));
  await eventually(async () => {
    const { body: now } = await expecting(200, me.get(`${linksPath(slug)}mail/${sent.id}/`));
    expect(now).toMatchObject({ status: "done", counts: { sent: 500, reminders_planned: 300 } });
  });
  // a day later
  await database.query("update integrations.mail_sends set day = day - 1");
  await database.query("update integrations.link_letters set due_at = now() where state = 'waiting'");
  await database.query(jobsNow("integrations"));
  await eventually(() => expect(mail.mails).toHaveLength(800), 90);
  await eventually(async () => {
    const { body: now } = await expecting(200, me.get(`${linksPath(slug)}mail/${sent.id}/`));
    expect(now.counts.reminders_planned).toBe(0);
  }, 30);
  const reminded = new Set(mail.mails.slice(500).map(({ to }) => to[0]));
  expect(reminded).toEqual(new Set(people.slice(200).map(({ reference }) => reference)));
  const { body: links } = await expecting(200, me.get(`${linksPath(slug)}?limit=1`));
  expect(links.counts).toMatchObject({ completed: 200, unused: 300 });
  const { body: responses } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/?reference=p7@example.com`));
  expect(responses.results).toMatchObject([{ reference: "p7@example.com", status: "completed" }]);
}, 240_000);
