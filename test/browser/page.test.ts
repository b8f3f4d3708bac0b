import type { Page, Route } from "playwright-core";
import { isAnswerable } from "../support/answerable.ts";
import { expecting, type Owner, owner, publishForm } from "../support/api.ts";
import { pngOf } from "../support/images.ts";
import { chain, edge, end, graphOf, node, survey } from "../support/sampleGraphs.ts";
import { accessibilityProblems, problemsDayAndNight, type Visit, visit } from "./support/browser.ts";
import { textsByLanguage } from "./support/languages.ts";

/** The respondent page around its questions: navigation, and screens without a question. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const answersOf = async (slug: string) => {
  const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/?status=completed`));
  const details = await Promise.all(
    body.results.map(({ id }: { id: string }) => me.get(`/api/v2/form/${slug}/responses/${id}/`)),
  );
  return details.map(({ body }) =>
    body.answers.map(({ node_id, answer }: { node_id: string; answer: unknown }) => [node_id, answer]),
  );
};

/** Waits until the page handles keys. */
const listening = (page: Page) => page.waitForFunction(isAnswerable);

test("completes a form by keyboard alone, and leaves nothing on the device", async () => {
  const slug = await publishForm(me, survey());
  const { page } = await visit(`/f/${slug}`);
  await page.getByRole("textbox", { name: "About name" }).waitFor();
  await page.keyboard.press("Tab");
  await page.keyboard.type("Ada");
  await page.keyboard.press("Enter");
  const isFocused = () => document.activeElement?.closest("[role=radiogroup]");
  await page.waitForFunction(isFocused);
  await page.keyboard.press("b");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "About age" }).waitFor();
  await page.keyboard.type("36");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "About end" }).waitFor();
  await expect(page.waitForFunction(() => localStorage.length === 0)).resolves.toBeDefined();
  expect(await answersOf(slug)).toEqual([
    [
      ["name", "Ada"],
      ["color", "blue"],
      ["age", 36],
    ],
  ]);
});

test("focuses the next question before it is painted, also if its options are shuffled", async () => {
  const options = ["red", "blue"].map((value) => ({ value, label: value }));
  const slug = await publishForm(
    me,
    chain(node("name", "short_text"), node("color", "multiple_choice", { options, shuffle: "all" })),
  );
  const { page } = await visit(`/f/${slug}`);
  const name = page.getByRole("textbox", { name: "About name" });
  await listening(page);
  await name.fill("Ada");
  const isFocusedAtPaint = page.evaluate(
    () =>
      new Promise((resolve) => {
        new MutationObserver((_, observer) => {
          const group = document.querySelector("[role=radiogroup]");
          if (!group) return;
          observer.disconnect();
          requestAnimationFrame(() => resolve(group.contains(document.activeElement)));
        }).observe(document.body, { subtree: true, childList: true });
      }),
  );
  await name.press("Enter");
  expect(await isFocusedAtPaint).toBe(true);
});

test("moves through the questions with the browser's Back and Forward and the page's Back", async () => {
  const slug = await publishForm(me, survey());
  const { page } = await visit(`/f/${slug}`);
  const name = page.getByRole("textbox", { name: "About name" });
  const age = page.getByRole("textbox", { name: "About age" });
  const color = page.getByRole("radiogroup", { name: "About color" });
  await name.fill("Ada");
  await page.keyboard.press("Enter");
  await color.waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await age.waitFor();
  await page.goBack();
  await color.waitFor();
  await page.goBack();
  expect(await name.inputValue()).toBe("Ada");
  await page.goForward();
  await page.goForward();
  await age.waitFor();
  await page.getByRole("button", { name: "Back" }).click();
  await color.waitFor();
  await page.goBack();
  await name.waitFor();
});

test("leaves a completed form with one Back", async () => {
  const before = `/f/${await publishForm(me, chain(node("name", "short_text")))}`;
  const { page } = await visit(before);
  await page.goto(`/f/${await publishForm(me, survey())}`);
  await page.getByRole("textbox", { name: "About name" }).fill("Ada");
  await page.keyboard.press("Enter");
  await page.getByRole("radiogroup", { name: "About color" }).waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("textbox", { name: "About age" }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "About end" }).waitFor();
  await page.waitForFunction(() => localStorage.length === 0);
  await page.goBack();
  await page.waitForURL(before);
});

test("shows that a required answer is missing, and keeps the focus", async () => {
  const slug = await publishForm(me, survey());
  const { page } = await visit(`/f/${slug}`);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").filter({ hasText: "Enter an answer." }).waitFor();
  const field = page.getByRole("textbox", { name: "About name" });
  expect(await field.evaluate((element) => element === document.activeElement)).toBe(true);
  expect(await accessibilityProblems(page)).toEqual([]);
});

const labels = (count: number, key: "value" | "key") =>
  Array.from({ length: count }, (_, index) => ({ [key]: `o${index}`, label: `Answer ${index}` }));
const manyOptions = { options: labels(30, "value") };
const manyRows = { rows: labels(12, "key"), columns: labels(5, "value") };

test.each([
  ["multiple_choice", manyOptions, "nothing"],
  ["checkbox", { ...manyOptions, min_selections: 2 }, "one answer at its end"],
  ["matrix", manyRows, "nothing"],
  ["matrix", manyRows, "all rows but the last"],
] as const)("shows the message of a refused %s too long for the screen (%#)", async (type, config, given) => {
  const slug = await publishForm(me, chain(node("long", type, config, true)));
  const { page } = await visit(`/f/${slug}`);
  if (type === "checkbox") await page.getByRole("checkbox").last().click();
  const groups = page.getByRole("radiogroup");
  if (given === "all rows but the last")
    for (let row = 0; row < 11; row++) await groups.nth(row).getByRole("radio").first().click();
  await page.getByRole("button", { name: "Continue" }).click();
  const message = page.getByRole("alert").filter({ hasText: "choose" });
  await message.waitFor();
  // the focus, which also scrolls, is set by then
  await page.waitForFunction(() => document.activeElement?.matches("[data-focus]"));
  const { top, bottom } = await message.evaluate((element) => element.getBoundingClientRect());
  expect(top).toBeGreaterThanOrEqual(0);
  expect(bottom).toBeLessThanOrEqual(844);
});

test("checks email addresses and patterns without the network", async () => {
  const nodes = [node("mail", "email"), node("code", "short_text", { pattern: "[A-Z]{3}" })];
  const { page, context, expect: expectComplaint } = await visit(`/f/${await publishForm(me, chain(...nodes))}`);
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  await page.waitForLoadState("networkidle");
  await context.setOffline(true);
  const type = async (id: string, text: string) => {
    await page.getByRole("textbox", { name: `About ${id}` }).fill(text);
    await page.keyboard.press("Enter");
  };
  await type("mail", "ada@[127.0.0.1]");
  await page.getByRole("alert").filter({ hasText: "address" }).waitFor();
  await type("mail", "ada@example.com");
  await type("code", "abc");
  await page.getByRole("alert").filter({ hasText: "form" }).waitFor();
  await type("code", "ABC");
  await page.getByRole("heading", { name: "About end" }).waitFor();
});

/** Opens a page whose scripts wait for `release`. */
async function visitDeaf(slug: string, visited?: Visit) {
  const { page, context } = visited ?? (await visit(null));
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  const isHeld = ({ pathname }: URL) => /^\/assets\/[^.]*\.js$/.test(pathname);
  await context.route(isHeld, async (route) => {
    await isReleased;
    await route.continue();
  });
  await page.goto(`/f/${slug}`, { waitUntil: "commit" });
  await page.getByRole("button", { name: "Continue" }).waitFor();
  return { page, release, name: page.getByRole("textbox", { name: "About name" }) };
}

test("continues after hydration with what was typed and submitted before", async () => {
  const slug = await publishForm(me, survey());
  const { page, release, name } = await visitDeaf(slug);
  await name.fill("Early");
  await page.keyboard.press("Enter");
  release();
  await page.getByRole("radiogroup", { name: "About color" }).waitFor();
  await page.getByRole("button", { name: "Back" }).click();
  expect(await name.inputValue()).toBe("Early");
});

test("repeats taps on options from before hydration, and the submit after them", async () => {
  const options = ["red", "green", "blue"].map((value) => ({ value, label: value }));
  const questions = [
    node("colors", "checkbox", { options }),
    node("rating", "star_rating"),
    node("name", "short_text"),
  ];
  const pages = [{ id: "page", title: "Page", node_ids: ["colors", "rating"] }];
  const slug = await publishForm(me, { ...chain(...questions), pages });
  const { page, release, name } = await visitDeaf(slug);
  // the last tap undoes the first
  for (const color of ["red", "green", "red"]) await page.getByRole("checkbox", { name: color }).click();
  for (const stars of [2, 4])
    await page
      .getByRole("radio")
      .nth(stars - 1)
      .click();
  await page.getByRole("button", { name: "Continue" }).click();
  release();
  await name.fill("Ada");
  await name.press("Enter");
  await page.getByRole("heading", { name: "About end" }).waitFor();
  await page.waitForFunction(() => localStorage.length === 0);
  const [answers] = await answersOf(slug);
  expect(answers).toEqual([
    ["colors", ["green"]],
    ["rating", 4],
    ["name", "Ada"],
  ]);
});

test("leaves a question with a tap from before hydration until the respondent continues", async () => {
  const options = ["red", "blue"].map((value) => ({ value, label: value }));
  const { page, release } = await visitDeaf(
    await publishForm(me, chain(node("color", "multiple_choice", { options }), node("name", "short_text"))),
  );
  await page.getByRole("radio", { name: "blue" }).click();
  release();
  await page.getByRole("radio", { name: "blue", checked: true }).waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "About name" }).waitFor();
});

test("keeps what is typed early beside a shuffled question", async () => {
  const options = ["red", "blue"].map((value) => ({ value, label: value }));
  const graph = chain(node("name", "short_text"), node("color", "multiple_choice", { options, shuffle: "all" }));
  const pages = [{ id: "page", title: "Page", node_ids: ["name", "color"] }];
  const { page, release, name } = await visitDeaf(await publishForm(me, { ...graph, pages }));
  await name.fill("Early");
  release();
  await listening(page);
  await page.keyboard.type(" bird");
  expect(await name.inputValue()).toBe("Early bird");
});

test("replaces a saved answer by what is typed early, but only on the same question", async () => {
  const slug = await publishForm(me, survey());
  const visited = await visit(`/f/${slug}`);
  const color = visited.page.getByRole("radiogroup", { name: "About color" });
  await visited.page.getByRole("textbox", { name: "About name" }).fill("Saved");
  await visited.page.keyboard.press("Enter");
  await color.waitFor();
  await visited.page.getByRole("button", { name: "Back" }).click();
  const { page, release, name } = await visitDeaf(slug, visited);
  await name.fill("Early");
  release();
  await listening(page);
  await page.keyboard.type(" bird");
  expect(await name.inputValue()).toBe("Early bird");
  await page.keyboard.press("Enter");
  await color.waitFor();
  const again = await visitDeaf(slug, visited);
  await again.name.fill("Too late");
  again.release();
  await color.waitFor();
  await page.getByRole("button", { name: "Back" }).click();
  expect(await name.inputValue()).toBe("Early bird");
});

test("keeps a change made after an early submit, and waits for another submit", async () => {
  const slug = await publishForm(me, survey());
  const { page, release, name } = await visitDeaf(slug);
  await name.fill("Ear");
  await page.keyboard.press("Enter");
  await page.keyboard.type("ly");
  release();
  await listening(page);
  await page.keyboard.type(" bird");
  await page.keyboard.press("Enter");
  await page.getByRole("radiogroup", { name: "About color" }).waitFor();
  await page.getByRole("button", { name: "Back" }).click();
  expect(await name.inputValue()).toBe("Early bird");
});

test("leaves no refused file behind", async () => {
  const slug = await publishForm(
    me,
    chain(node("photo", "file_upload", { accept: ["image/png"] }), node("name", "short_text")),
  );
  const { page, expect: expectComplaint } = await visit(`/f/${slug}`);
  expectComplaint(/status of 415/);
  const file = { name: "invoice.txt", mimeType: "text/plain", buffer: Buffer.from("x") };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByText("This file type isn’t accepted.").waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  // the card takes the focus, in which Enter removes nothing
  await page.locator("li:focus").getByText("Remove this file to continue.").waitFor();
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Remove invoice.txt" }).click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByLabel("About name").waitFor();
});

test("refuses a date half typed before hydration", async () => {
  const slug = await publishForm(me, chain(node("day", "date"), node("name", "short_text")));
  const { page, release } = await visitDeaf(slug);
  await page.getByLabel("About day").click();
  await page.keyboard.type("12");
  await page.getByRole("button", { name: "Continue" }).click();
  release();
  await page.getByRole("alert").filter({ hasText: "date" }).waitFor();
});

test("doesn't apply an early Continue to a question with shuffled options", async () => {
  const options = ["red", "blue"].map((value) => ({ value, label: value }));
  const color = node("color", "multiple_choice", { options, shuffle: "all" });
  const slug = await publishForm(me, chain(color, node("name", "short_text")));
  const { page, release, name } = await visitDeaf(slug);
  await page.getByRole("button", { name: "Continue" }).click();
  release();
  await listening(page);
  await page.waitForLoadState("networkidle");
  await page.getByRole("radio", { name: "red" }).waitFor();
  expect(await name.count()).toBe(0);
});

test("explains unavailable forms accessibly, in both color schemes", async () => {
  const closed = await publishForm(me, survey(), {
    is_accepting_responses: false,
    closed_message: "Come again in May.",
  });
  const later = await publishForm(me, survey(), { opens_at: "2099-01-31T12:00:00Z" });
  const pages = [
    ["/f/no-such-form", "Form not found"],
    [`/f/${closed}`, "Come again in May."],
    [`/f/${later}`, "This form isn’t open yet"],
  ];
  const { page, expect: expectComplaint } = await visit(null);
  expectComplaint(/status of 404/);
  for (const [path, text] of pages) {
    await page.goto(path as string);
    await page.getByText(text as string).waitFor();
    expect(await problemsDayAndNight(page)).toEqual([]);
  }
});

test.each(["start", "load"])(
  "shows the owner's message of a closed form, whatever it begins with, at the %s",
  async (moment) => {
    const slug = await publishForm(me, survey());
    const closedMessage = "This form has ended. Results: example.org";
    const close = () =>
      expecting(
        200,
        me.patch(`/api/v2/form/${slug}/`, { is_accepting_responses: false, closed_message: closedMessage }),
      );
    if (moment === "load") await close();
    const { page, expect: expectComplaint } = await visit(`/f/${slug}`);
    if (moment === "start") {
      expectComplaint(/status of 409/);
      await listening(page);
      await close();
      await page.getByRole("textbox", { name: "About name" }).fill("Ada");
      await page.keyboard.press("Enter");
    }
    await page.getByText(closedMessage).waitFor();
    await listening(page);
    expect(await page.getByText(closedMessage).isVisible()).toBe(true);
  },
);

test("shows its own words, not the service's, for a form that closed without a message", async () => {
  const slug = await publishForm(me, survey());
  const { page, expect: expectComplaint } = await visit(`/f/${slug}`);
  expectComplaint(/status of 409/);
  await listening(page);
  await expecting(200, me.patch(`/api/v2/form/${slug}/`, { is_accepting_responses: false }));
  await page.getByRole("textbox", { name: "About name" }).fill("Ada");
  await page.keyboard.press("Enter");
  await page.getByText("It no longer accepts responses.").waitFor();
  expect(await page.getByText("This form is closed.").count()).toBe(0);
});

test("shows that the response limit was reached, and keeps the answers", async () => {
  const slug = await publishForm(me, survey(), { response_limit: 1 });
  const [one, other] = [await visit(`/f/${slug}`), await visit(`/f/${slug}`)];
  other.expect(/status of 409/);
  for (const { page } of [one, other]) {
    await page.getByRole("textbox", { name: "About name" }).fill("Ada");
    await page.keyboard.press("Enter");
    await page.getByRole("radiogroup").waitFor();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("textbox", { name: "About age" }).waitFor();
  }
  await one.page.keyboard.press("Enter");
  await one.page.getByRole("heading", { name: "About end" }).waitFor();
  await one.page.waitForFunction(() => localStorage.length === 0);
  await other.page.keyboard.press("Enter");
  await other.page.getByRole("heading", { name: "This form has reached its limit" }).waitFor();
  expect(await other.page.evaluate(() => JSON.stringify(localStorage))).toContain("Ada");
});

test("speaks English, and marks it, in a form of a language without words", async () => {
  const nodes = [node("eins", "short_text", {}, true), node("zwei", "yes_no", { yes_label: "Ja", no_label: "Nein" })];
  const slug = await publishForm(me, chain(...nodes), { language: "sv" });
  const closed = { is_accepting_responses: false, closed_message: "Bis bald!" };
  const isOwners = (text: string) => /^(About |A form$|Ja$|Nein$|Ada$|Bis bald!$)/.test(text);
  const { page } = await visit(null);
  const marked = async () => {
    const { en = [], sv = [] } = await textsByLanguage(page);
    expect({ unmarked: sv.filter((text) => !isOwners(text)), wrong: en.filter(isOwners) }).toEqual({
      unmarked: [],
      wrong: [],
    });
    return en;
  };
  await page.goto(`/f/${slug}`);
  const count = "Question 1 of about 2";
  expect(await marked()).toEqual([count, count, "(required)", "Continue", "or press", "Enter", "Progress"]);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("alert").filter({ hasText: /\.$/ }).waitFor();
  await marked();
  await page.getByRole("textbox").fill("Ada");
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Back" }).waitFor();
  expect(await marked()).toEqual(expect.arrayContaining(["Back", "Continue"]));
  await page.goto(`/f/${await publishForm(me, chain(...nodes), { language: "sv", ...closed })}`);
  await page.getByText("Bis bald!").waitFor();
  expect(await marked()).toContain("This form is closed");
});

test("stores nothing in a kiosk, and offers to start again", async () => {
  const slug = await publishForm(me, chain(node("q", "short_text")));
  const { page } = await visit(`/f/${slug}?kiosk=1`);
  for (const text of ["first", "second"]) {
    await page.getByRole("textbox", { name: "About q" }).fill(text);
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    await page.keyboard.press("Enter");
    await page.getByRole("button", { name: "Start again" }).click();
  }
  expect((await answersOf(slug)).flat().sort()).toEqual([
    ["q", "first"],
    ["q", "second"],
  ]);
});

test("reads hidden fields from the URL, and recalls them in texts", async () => {
  const first = { ...node("q", "short_text"), data: { title: "Which seat, {{hidden:name}}?", config: {} } };
  const slug = await publishForm(me, graphOf([first, end()], [edge("q", "end")], { hidden_fields: ["name"] }));
  const { page } = await visit(`/f/${slug}?name=Ada%20%3Cb%3E`);
  await page.getByRole("heading", { name: "Which seat, Ada <b>?" }).waitFor();
});

test("moves by one question on a double click and a held Enter", async () => {
  const three = chain(node("one", "short_text"), node("two", "yes_no"), node("three", "yes_no"));
  const slug = await publishForm(me, three);
  const { page } = await visit(`/f/${slug}`, { hasTouch: true });
  const go = page.getByRole("button", { name: "Continue" });
  const heading = (id: string) => page.getByRole("heading", { name: `About ${id}` });
  await listening(page);
  await go.dblclick();
  await heading("two").waitFor();
  await go.focus();
  // each `down` without an `up` is a key repeat
  for (let times = 0; times < 4; times++) {
    await page.keyboard.down("Enter");
    await heading("three").waitFor();
  }
  await page.keyboard.up("Enter");
  expect(await page.evaluate(() => JSON.parse(Object.values(localStorage)[0] ?? "").position)).toBe(2);
});

test("starts on Enter when nothing has the focus", async () => {
  const { page } = await visit(`/f/${await publishForm(me, survey())}`);
  await listening(page);
  expect(await page.evaluate(() => document.activeElement?.localName)).toBe("body");
  await page.getByRole("textbox", { name: "About name" }).fill("Ada");
  await page.evaluate(() => (document.activeElement as HTMLElement).blur());
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "About color" }).waitFor();
});

test("takes no tap for the next question that was meant for the last one", async () => {
  const two = chain(node("stars", "star_rating"), node("pick", "yes_no"));
  const { page } = await visit(`/f/${await publishForm(me, two)}`);
  await listening(page);
  await page.getByRole("radio").nth(3).click();
  const option = page.getByRole("radio").first();
  await page.getByRole("heading", { name: "About pick" }).waitFor();
  const { x, y } = (await option.boundingBox()) ?? { x: 0, y: 0 };
  await page.mouse.click(x + 20, y + 20);
  expect(await page.getByRole("radio", { checked: true }).count()).toBe(0);
  // as soon as it takes a click
  await option.click();
  await page.getByRole("heading", { name: "About end" }).waitFor();
});

test("sends a file that failed once the connection is back", async () => {
  const {
    page,
    context,
    expect: allow,
  } = await visit(`/f/${await publishForm(me, chain(node("up", "file_upload", {}, true)))}`);
  allow(/ERR_INTERNET_DISCONNECTED/);
  await listening(page);
  await context.setOffline(true);
  const file = { name: "plan.png", mimeType: "image/png", buffer: pngOf(4, 4) };
  await page.locator("input[type=file]").setInputFiles(file);
  await page.getByRole("alert").filter({ hasText: "plan.png" }).waitFor();
  await context.setOffline(false);
  await page.getByRole("status").filter({ hasText: "plan.png" }).waitFor();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "About end" }).waitFor();
});

test("focuses the next field on a touch screen while its keyboard is open, and else the heading", async () => {
  const nodes = [node("one", "short_text"), node("two", "email"), node("three", "yes_no"), node("four", "short_text")];
  const slug = await publishForm(me, chain(...nodes));
  const { page } = await visit(`/f/${slug}`, { hasTouch: true, isMobile: true });
  const focused = (role: "textbox" | "heading", name: string) =>
    page.getByRole(role, { name }).and(page.locator(":focus")).waitFor();
  await listening(page);
  await page.getByRole("textbox").tap();
  await page.keyboard.press("Enter");
  await focused("textbox", "About two");
  await page.keyboard.press("Enter");
  await focused("heading", "About three");
  await page.getByRole("radio", { name: "Yes" }).tap();
  await focused("heading", "About four");
});

test("asks for JavaScript if it is off", async () => {
  const slug = await publishForm(me, survey());
  const { page } = await visit(`/f/${slug}`, { javaScriptEnabled: false });
  const notice = page.locator(".no-script");
  await notice.waitFor();
  expect(await notice.textContent()).toContain("Allow JavaScript");
});

test("retries loading a form that is too large for the page", async () => {
  const ids = Array.from({ length: 25 }, (_, index) => (index === 0 ? "one" : index === 1 ? "two" : `q${index}`));
  const slug = await publishForm(me, chain(...ids.map(long)));
  const { page, context, expect: expectComplaint } = await visit(null);
  expectComplaint(/status of 503/);
  const refuse = { status: 503, json: { detail: "Try again." } };
  // until the button is clicked, because the page also retries automatically and removes the button
  const isClicked = () => page.evaluate(() => "clicked" in document.documentElement.dataset);
  await context.route("**/api/v2/r/*/", async (route) =>
    (await isClicked()) ? route.continue() : route.fulfill(refuse),
  );
  await page.goto(`/f/${slug}`);
  await page.getByRole("heading", { name: "Couldn’t load the form" }).waitFor();
  expect(await accessibilityProblems(page)).toEqual([]);
  await page.evaluate(() =>
    addEventListener("click", () => document.documentElement.setAttribute("data-clicked", ""), true),
  );
  await page.getByRole("button", { name: "Try again now" }).click();
  await page.getByRole("textbox", { name: "About one" }).fill("a");
  await page.keyboard.press("Enter");
  await page.getByRole("textbox", { name: "About two" }).waitFor();
});

const long = (id: string) => ({
  ...node(id, "short_text"),
  data: { title: `About ${id}`, description: "long ".repeat(900), config: {} },
});

test("redirects from the end screen, and starts a new session on Back", async () => {
  const last = {
    ...end(),
    data: { title: "Bye", config: { redirect_url: "https://shop.example/", redirect_delay_s: 1 } },
  };
  const slug = await publishForm(me, graphOf([node("q", "short_text"), last], [edge("q", "end")]));
  const { page, context, expect: expectComplaint } = await visit(`/f/${slug}`);
  expectComplaint(/^a request to https:\/\/shop\.example\//);
  await context.route("https://shop.example/", (route) => route.fulfill({ body: "Thanks" }));
  await page.getByRole("textbox").fill("Soup");
  await page.keyboard.press("Enter");
  await page.getByText("Redirecting in").first().waitFor();
  await page.waitForURL("https://shop.example/");
  expect(await answersOf(slug)).toEqual([[["q", "Soup"]]]);
  await page.goBack();
  await page.getByRole("textbox", { name: "About q" }).waitFor();
});

test("continues a session after a reload when its form was archived", async () => {
  const slug = await publishForm(me, chain(node("one", "short_text"), node("two", "short_text")));
  const { page, expect: expectComplaint } = await visit(`/f/${slug}`);
  expectComplaint(/status of 404/);
  await page.getByRole("textbox", { name: "About one" }).fill("a");
  await page.keyboard.press("Enter");
  const two = page.getByRole("textbox", { name: "About two" });
  await two.fill("b");
  await page.waitForFunction(() => JSON.parse(Object.values(localStorage)[0] ?? "").queue.length === 0);
  await expecting(204, me.delete(`/api/v2/form/${slug}/`));
  await page.reload();
  expect(await two.inputValue()).toBe("b");
  await two.press("Enter");
  await page.getByRole("heading", { name: "About end" }).waitFor();
  await page.waitForFunction(() => localStorage.length === 0);
});

/** The response of another build's gateway to requests for this build's files. */
const unknown = { status: 404, json: { detail: "There is nothing under this path." } };

test("reloads a page whose chunks are gone, and loses no input", async () => {
  const slug = await publishForm(me, chain(node("one", "short_text"), node("two", "long_text")));
  const { page, context, expect: expectComplaint } = await visit(null);
  expectComplaint(/status of 404/);
  await context.route("**/assets/longText-*.js", (route) => route.fulfill(unknown));
  await page.goto(`/f/${slug}`);
  await page.getByRole("textbox", { name: "About one" }).fill("a");
  await page.keyboard.press("Enter");
  await page.getByText("Loading the question").waitFor();
  await page.waitForEvent("load");
  await context.unroute("**/assets/longText-*.js");
  await page.getByRole("textbox", { name: "About two" }).fill("b");
  await page.keyboard.press("Control+Enter");
  await page.getByRole("heading", { name: "About end" }).waitFor();
  await page.waitForFunction(() => localStorage.length === 0);
  expect(await answersOf(slug)).toEqual([
    [
      ["one", "a"],
      ["two", "b"],
    ],
  ]);
});

test("reloads a page whose script belongs to another build", async () => {
  const slug = await publishForm(me, survey());
  const { page, context } = await visit(null);
  const ofAnotherBuild = async (route: Route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replace(/main-[\w-]+\.js/, "main-Older123.js") });
  };
  await context.route(`**/f/${slug}`, ofAnotherBuild, { times: 1 });
  await page.goto(`/f/${slug}`);
  await listening(page);
});

test("keeps the focus, the caret and the scroll position when the script arrives", async () => {
  const fields = chain(node("name", "long_text", {}, true));
  const [first] = fields.nodes;
  const tall = { ...first, data: { ...first?.data, description: "A line.\n".repeat(200).replaceAll("\n", " ") } };
  const slug = await publishForm(me, {
    ...fields,
    nodes: fields.nodes.map((one) => (one === first ? (tall as never) : one)),
  });
  const { page, release } = await visitDeaf(slug);
  // a font that comes late moves the text by a pixel, and the scroll position with it
  await page.evaluate(() => document.fonts.ready.then(() => scrollTo(0, 120)));
  const before = await page.evaluate(() => scrollY);
  expect(before).toBeGreaterThan(0);
  release();
  await listening(page);
  expect(await page.evaluate(() => [scrollY, document.activeElement?.localName])).toEqual([before, "body"]);
});

test("starts by a button, and doesn't promise to continue by a click while another text is typed", async () => {
  const options = ["red", "blue"].map((value) => ({ value, label: value }));
  const color = node("color", "multiple_choice", { options, allow_other: true });
  const { page } = await visit(`/f/${await publishForm(me, chain(node("hello", "welcome_screen"), color))}`);
  await page.getByRole("button", { name: "Start" }).click();
  await page.getByText("Click or tap an answer to continue.").waitFor();
  await page.getByRole("radio", { name: "Other" }).click();
  await page.getByText("Click or tap an answer to continue.").waitFor({ state: "detached" });
});
