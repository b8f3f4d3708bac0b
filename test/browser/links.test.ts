import type { Page } from "playwright-core";
import { isAnswerable } from "../support/answerable.ts";
import {
  anonymous,
  baseUrl,
  complete,
  expecting,
  next,
  type Owner,
  owner,
  publishForm,
  unique,
} from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { accessibilityProblems, visit } from "./support/browser.ts";

/** The page of a personal link (features §15 and its last section). */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const graph = () => ({
  ...chain(
    { ...node("hello", "welcome_screen"), data: { title: "Hi {{hidden:first}}", config: {} } },
    node("name", "short_text"),
    { ...node("age", "number"), data: { title: "How old, {{answer:name}}?", config: {} } },
    node("why", "short_text"),
  ),
  hidden_fields: ["first", "plan"],
});

const newForm = (fields = {}) => publishForm(me, graph(), fields);
async function newLink(slug: string, fields = {}) {
  const links = [{ reference: `${unique()}@example.com`, ...fields }];
  const { body } = await expecting(201, me.post(`/api/v2/form/${slug}/links/`, { links }));
  const [{ id, url, reference }] = body.results;
  return { id, reference, path: url.slice(baseUrl().length) as string };
}
const responses = async (slug: string) =>
  (await expecting(200, me.get(`/api/v2/form/${slug}/responses/?include=answers`))).body.results;
const heading = (page: Page, name: string) => page.getByRole("heading", { name }).waitFor();
const goOn = (page: Page) => page.getByRole("button", { name: "Continue" }).click();
const start = (page: Page) => page.getByRole("button", { name: "Start" }).click();

test("recalls hidden fields before Start, fills in answers, and stores the response with its reference", async () => {
  const slug = await newForm();
  const fields = { hidden: { first: "Ada", plan: "pro" }, prefill: { name: "Ada Lovelace" } };
  const { path, reference } = await newLink(slug, fields);
  const { page } = await visit(null);
  const referers: string[] = [];
  page.on("request", (request) => referers.push(request.headers().referer ?? ""));
  // a query's answer comes after the link's
  await page.goto(`${path}&answer.name=Eve&first=Eve`);
  await heading(page, "Hi Ada");
  expect(await responses(slug)).toEqual([]);
  await start(page);
  const field = page.getByRole("textbox", { name: "About name" });
  await eventually(async () => expect(await field.inputValue()).toBe("Ada Lovelace"));
  await goOn(page);
  await heading(page, "How old, Ada Lovelace?");
  await page.getByRole("textbox").fill("36");
  await goOn(page);
  await page.getByRole("textbox", { name: "About why" }).press("Enter");
  await heading(page, "About end");
  await eventually(async () => expect(await responses(slug)).toMatchObject([{ status: "completed", reference }]));
  expect(referers.filter((referer) => referer.includes("link="))).toEqual([]);
  // the end screen goes back to the form's first entry, which would end a navigation
  await page.waitForFunction(() => history.state?.below === 0);
  await page.goto(path);
  await heading(page, "This link has been used");
});

test("continues at the current question on another device, shows no answers, and Back stops there", async () => {
  const slug = await newForm();
  const { path } = await newLink(slug, { hidden: { first: "Ada" } });
  const { page: phone } = await visit(path);
  await start(phone);
  await phone.getByRole("textbox", { name: "About name" }).fill("Secret");
  await goOn(phone);
  await heading(phone, "How old, Secret?");
  await untilAnswered(slug, 1);

  const { page: laptop } = await visit(path);
  await heading(laptop, "How old?");
  expect(await laptop.content()).not.toContain("Secret");
  expect(await laptop.getByRole("button", { name: "Back" }).isDisabled()).toBe(true);
  await laptop.getByRole("textbox").fill("36");
  await goOn(laptop);
  await laptop.getByRole("textbox", { name: "About why" }).waitFor();
  await laptop.getByRole("button", { name: "Back" }).click();
  await heading(laptop, "How old?");
  expect(await laptop.getByRole("button", { name: "Back" }).isDisabled()).toBe(true);
  // the browser's Back leaves the question, but shows none before it
  await laptop.reload();
  await heading(laptop, "How old?");
  await goOn(laptop);
  await laptop.getByRole("textbox", { name: "About why" }).press("Enter");
  await heading(laptop, "About end");
  await eventually(async () => {
    const [only, ...others] = await responses(slug);
    expect(others).toEqual([]);
    expect(only).toMatchObject({ status: "completed", answers: { name: { value: "Secret" }, age: { value: 36 } } });
  });
});

/** Answers the first question of a link on a phone, which then shows the second. */
async function onPhone(slug: string, path: string) {
  const phone = await visit(path);
  await phone.page.getByRole("textbox", { name: "About name" }).fill("Ada");
  await goOn(phone.page);
  await phone.page.getByRole("textbox", { name: "About why" }).waitFor();
  await untilAnswered(slug, 1);
  return phone;
}

const untilAnswered = (slug: string, count: number) =>
  eventually(async () => expect(await responses(slug)).toMatchObject([{ answers_count: count }]));
const texts = (...ids: string[]) => chain(...ids.map((id) => node(id, "short_text")));

test("opens at the current question on another device, without a touch and without a welcome", async () => {
  const slug = await publishForm(me, texts("name", "why", "more"));
  const { path } = await newLink(slug);
  await onPhone(slug, path);
  const { page: laptop } = await visit(path);
  await laptop.getByRole("textbox", { name: "About why" }).waitFor();
  expect(await responses(slug)).toHaveLength(1);
});

test.each(["joined at the current question", "begun before the other device"])(
  "repeats an answer after a lost reply on a device that %s",
  async (device) => {
    const slug = await publishForm(me, texts("name", "why", "more"));
    const { path } = await newLink(slug);
    const phone = await onPhone(slug, path);
    const laptop = await visit(path);
    await laptop.page.getByRole("textbox", { name: "About why" }).waitFor();
    const { page, expect: expectComplaint } = device.startsWith("joined") ? laptop : phone;
    expectComplaint(/503/);
    let sent = 0;
    await page.route(/\/next\/$/, async (route) => {
      sent += 1;
      if (sent > 1) return route.continue();
      await route.fetch();
      await route.fulfill({ status: 503, body: "" });
    });
    await page.getByRole("textbox", { name: "About why" }).fill("Because");
    await goOn(page);
    await eventually(() => expect(sent).toBe(2));
    await page.getByRole("textbox", { name: "About more" }).fill("No");
    await goOn(page);
    await heading(page, "About end");
    await eventually(async () =>
      expect(await responses(slug)).toMatchObject([
        { status: "completed", answers: { name: { value: "Ada" }, why: { value: "Because" }, more: { value: "No" } } },
      ]),
    );
  },
);

const fourTexts = () => texts("name", "why", "more", "last");

test("asks before it joins another device while the respondent types, so that no text becomes another question's answer", async () => {
  const slug = await publishForm(me, fourTexts());
  const { path } = await newLink(slug);
  const { page: laptop } = await visit(path);
  await laptop.getByRole("textbox", { name: "About name" }).focus();
  await onPhone(slug, path);
  await laptop.keyboard.type("My name is Bob");
  await heading(laptop, "Welcome back");
  await laptop.keyboard.type("by");
  await laptop.keyboard.press("Enter");
  expect(await laptop.getByRole("button", { name: "Start again" }).count()).toBe(0);
  await goOn(laptop);
  const why = laptop.getByRole("textbox", { name: "About why" });
  await why.waitFor();
  expect(await why.inputValue()).toBe("");
  expect(await responses(slug)).toMatchObject([{ answers_count: 1 }]);
});

test("goes to the current question on the device that comes back, and keeps the answers of the other", async () => {
  const slug = await publishForm(me, fourTexts());
  const { path } = await newLink(slug);
  const { page: phone } = await onPhone(slug, path);
  const { page: laptop } = await visit(path);
  for (const name of ["About why", "About more"]) {
    await laptop.getByRole("textbox", { name }).fill("From the laptop");
    await goOn(laptop);
  }
  await laptop.getByRole("textbox", { name: "About last" }).waitFor();
  await untilAnswered(slug, 3);
  await phone.goto(path);
  await phone.getByRole("textbox", { name: "About last" }).fill("From the phone");
  expect(await phone.getByRole("button", { name: "Back" }).isDisabled()).toBe(true);
  await goOn(phone);
  await heading(phone, "About end");
  const laptops = { value: "From the laptop" };
  await eventually(async () =>
    expect(await responses(slug)).toMatchObject([{ status: "completed", answers: { why: laptops, more: laptops } }]),
  );
});

test("forgets after a reload that it asked which of two answers to keep", async () => {
  const slug = await publishForm(me, fourTexts());
  const { path } = await newLink(slug);
  const { page: phone } = await onPhone(slug, path);
  const { page: laptop, expect: expectComplaint } = await visit(path);
  expectComplaint(/409/);
  const why = laptop.getByRole("textbox", { name: "About why" });
  await why.fill("From the laptop");
  for (const name of ["About why", "About more"]) {
    await phone.getByRole("textbox", { name }).fill("From the phone");
    await goOn(phone);
  }
  await untilAnswered(slug, 3);
  await goOn(laptop);
  await laptop.getByText("You gave a different answer").waitFor();
  await laptop.reload();
  await laptop.getByRole("textbox", { name: "About last" }).fill("From the laptop");
  await goOn(laptop);
  await heading(laptop, "About end");
  const phones = { value: "From the phone" };
  await eventually(async () =>
    expect(await responses(slug)).toMatchObject([{ status: "completed", answers: { why: phones, more: phones } }]),
  );
});

test("shows only the rest of a page whose beginning another device has answered", async () => {
  const graph = { ...fourTexts(), pages: [{ id: "both", title: "Both", node_ids: ["why", "more"] }] };
  const slug = await publishForm(me, graph);
  const { path } = await newLink(slug);
  const link = new URLSearchParams(path.split("?")[1]).get("link");
  const { body } = await expecting(201, anonymous().post(`/api/v2/r/${slug}/start/`, { link }));
  for (const nodeId of ["name", "why"]) await expecting(200, next(body.id, nodeId, "By API"));
  const { page } = await visit(path);
  await page.getByRole("textbox", { name: "About more" }).fill("On the page");
  expect(await page.getByRole("textbox").count()).toBe(1);
  expect(await page.getByRole("button", { name: "Back" }).isDisabled()).toBe(true);
  await goOn(page);
  await page.getByRole("textbox", { name: "About last" }).waitFor();
  await page.getByRole("button", { name: "Back" }).click();
  await page.getByRole("textbox", { name: "About more" }).waitFor();
  expect(await page.getByRole("textbox").count()).toBe(1);
  await goOn(page);
  await page.getByRole("textbox", { name: "About last" }).press("Enter");
  await heading(page, "About end");
  const [why, more] = ["By API", "On the page"].map((value) => ({ value }));
  await eventually(async () =>
    expect(await responses(slug)).toMatchObject([{ status: "completed", answers: { why, more } }]),
  );
});

test("takes a file though another device has uploaded one and didn't send it", async () => {
  const slug = await publishForm(me, chain(node("photo", "file_upload", { accept: ["text/plain"] }, true)));
  const { path } = await newLink(slug);
  const file = (name: string) => ({ name, mimeType: "text/plain", buffer: Buffer.from(name) });
  const choose = async (page: Page, name: string) => {
    await page.waitForFunction(isAnswerable);
    const stored = page.waitForResponse(/\/upload\//);
    await page.locator("input[type=file]").setInputFiles(file(name));
    expect((await stored).status()).toBe(201);
  };
  const { page: phone } = await visit(path);
  await choose(phone, "phone.txt");
  const { page: laptop } = await visit(path);
  await choose(laptop, "laptop.txt");
  await goOn(laptop);
  await heading(laptop, "About end");
  await eventually(async () => expect(await responses(slug)).toMatchObject([{ status: "completed" }]));
});

test("completes a response on another device that opens its link when only the end is left", async () => {
  const slug = await publishForm(me, chain(node("score", "opinion_scale", {}, true)));
  const { path } = await newLink(slug);
  const { page: phone } = await visit(`${path}&answer.score=9&prefill=skip`);
  await eventually(async () =>
    expect(await responses(slug)).toMatchObject([{ answers_count: 1, status: "in_progress" }]),
  );
  await phone.close();
  const { page: laptop } = await visit(path);
  await heading(laptop, "About end");
  await eventually(async () =>
    expect(await responses(slug)).toMatchObject([{ status: "completed", answers: { score: { value: 9 } } }]),
  );
});

test("shows the end on a device whose response another one has completed", async () => {
  const slug = await publishForm(me, texts("name", "why"));
  const { path } = await newLink(slug);
  const { page: phone } = await onPhone(slug, path);
  const { page: laptop } = await visit(path);
  await laptop.getByRole("textbox", { name: "About why" }).fill("Because");
  await goOn(laptop);
  await eventually(async () => expect(await responses(slug)).toMatchObject([{ status: "completed" }]));
  await phone.reload();
  await heading(phone, "About end");
});

test("keeps the sessions of two links apart on one device", async () => {
  const slug = await newForm();
  const [ada, bob] = [
    await newLink(slug, { hidden: { first: "Ada" } }),
    await newLink(slug, { hidden: { first: "Bob" } }),
  ];
  const { page } = await visit(ada.path);
  await start(page);
  await page.getByRole("textbox", { name: "About name" }).fill("I am Ada");
  await goOn(page);
  await heading(page, "How old, I am Ada?");
  await page.goto(bob.path);
  await heading(page, "Hi Bob");
  await page.goto(ada.path);
  await heading(page, "How old, I am Ada?");
  const stored = await page.evaluate(() => Object.keys(localStorage).join(" "));
  expect(stored).not.toContain(new URL(baseUrl() + ada.path).searchParams.get("link"));
});

test("says why a link doesn't open its form", async () => {
  const slug = await newForm();
  const used = await newLink(slug);
  const token = new URL(baseUrl() + used.path).searchParams.get("link");
  const { body } = await expecting(201, me.post(`/api/v2/r/${slug}/start/`, { link: token }));
  for (const [id, value] of [
    ["hello", null],
    ["name", "A"],
    ["age", 1],
    ["why", null],
  ] as const)
    await expecting(200, next(body.id, id, value));
  await expecting(200, complete(body.id));
  const revoked = await newLink(slug);
  await expecting(204, me.delete(`/api/v2/form/${slug}/links/${revoked.id}/`));
  const forged = `${revoked.path.slice(0, -3)}AAA`;
  const onlyByLink = await newForm({ access: "link" });
  const { page, expect: expectComplaint } = await visit(used.path);
  expectComplaint(/404/);
  await heading(page, "This link has been used");
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.goto(revoked.path);
  await heading(page, "This link isn’t valid anymore");
  await page.goto(forged);
  await heading(page, "This link isn’t valid");
  await page.goto(`/f/${onlyByLink}`);
  await heading(page, "This form needs a personal link");
  await page.goto((await newLink(onlyByLink)).path);
  await start(page);
  await page.getByRole("textbox", { name: "About name" }).waitFor();
});

test("follows a form whose slug has changed", async () => {
  const slug = await newForm();
  const { path } = await newLink(slug, { hidden: { first: "Ada" } });
  await expecting(200, me.patch(`/api/v2/form/${slug}/`, { slug: `${slug}-new` }));
  const { page, expect: expectComplaint } = await visit(null);
  expectComplaint(/404/);
  await page.goto(path);
  await heading(page, "Hi Ada");
  expect(new URL(page.url()).pathname).toBe(`/f/${slug}-new`);
});

test("a short value of `link` belongs to the hidden field of this name, and a longer one is a personal link", async () => {
  const slug = await publishForm(me, { ...chain(node("name", "short_text")), hidden_fields: ["link"] });
  const { page } = await visit(`/f/${slug}?link=newsletter`);
  await page.getByRole("textbox").fill("Ada");
  await page.getByRole("textbox").press("Enter");
  await heading(page, "About end");
  const [{ id }] = await responses(slug);
  const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/${id}/`));
  expect(body.hidden).toEqual({ link: "newsletter" });
  const cut = await visit(`/f/${slug}?link=${"x".repeat(30)}`);
  cut.expect(/404/);
  await heading(cut.page, "This link isn’t valid");
});
