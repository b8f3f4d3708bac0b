import type { Page } from "playwright-core";
import type { Json } from "../../shared/domain/graph/types.ts";
import { isAnswerable } from "../support/answerable.ts";
import { expecting, type Owner, owner, publishForm } from "../support/api.ts";
import { chain, node, type SampleNode } from "../support/sampleGraphs.ts";
import { visit } from "./support/browser.ts";

/** Keys and taps from before the page's scripts: all of them count, whenever the scripts arrive between them. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const fruits = ["Apple", "Banana", "Cherry"].map((label) => ({ value: label.toLowerCase(), label }));
const many = Array.from({ length: 20 }, (_, at) => ({ value: `o${at}`, label: `Option ${at}` }));
const imageUrl = "https://images.example.com/a.png";
const pictures = fruits.map((fruit) => ({ ...fruit, image_url: imageUrl, alt: "" }));
const rows = ["r1", "r2"].map((key) => ({ key, label: `Row ${key}` }));
const fields = [
  { key: "name", title: "Name", question_type: "short_text" },
  { key: "age", title: "Age", question_type: "number" },
];
const ask = (type: string, config = {}) => node("q", type, config);

/** Fields for texts, and what is typed into the last one of each, again and again. */
const texts: [name: string, question: SampleNode, letters: string][] = [
  ["short_text", ask("short_text"), "some words "],
  ["long_text", ask("long_text"), "some words "],
  ["email", ask("email"), "grace@navy.example"],
  ["phone", ask("phone", { default_country: "GB" }), "020 7946 "],
  ["number", ask("number"), "4711999"],
  ["number_scale", ask("number_scale", { min: 0, max: 100_000, step: 1 }), "31415"],
  ["dropdown", ask("dropdown", { options: many, allow_other: true }), "My own "],
  ["records", ask("records", { fields }), "4711999"],
];

test.each(texts)("keeps each key in %s while the scripts arrive", async (_, question, letters) => {
  const slug = await publishForm(me, chain(question));
  const { page } = await visit(null);
  for (const held of [0, 1, 2, 3]) {
    const release = await openHeld(page, slug);
    const field = page.locator("#question :is(input, textarea)").last();
    await field.focus();
    await page.keyboard.type(letters.slice(0, held));
    await page.evaluate(typeWhileTaken, { letters, from: held });
    release();
    const typed = await page.evaluate(() => window.typed);
    expect([held, typed]).toEqual([held, await field.inputValue()]);
    await page.evaluate(() => localStorage.clear());
  }
});

/** Holds the page's scripts until the returned function is called. */
async function openHeld(page: Page, slug: string): Promise<() => void> {
  const { promise: isReleased, resolve: release } = Promise.withResolvers<void>();
  await page.unrouteAll();
  await page.route(imageUrl, (route) => route.fulfill({ contentType: "image/png", body: "" }));
  await page.route(/\/assets\/[^.]*\.js$/, async (route) => {
    await isReleased;
    await route.continue().catch(() => undefined);
  });
  await page.goto(`/f/${slug}`, { waitUntil: "commit" });
  await page.locator("#question button[type=submit]").waitFor();
  return release;
}

declare global {
  interface Window {
    /** all that was typed */
    typed: Promise<string>;
  }
}

/** Types one letter in each of the tasks after the page takes over, before its effects and after them. */
function typeWhileTaken({ letters, from }: { letters: string; from: number }): void {
  let typed = letters.slice(0, from);
  const type = () => {
    const letter = letters[typed.length % letters.length] ?? "";
    document.execCommand("insertText", false, letter);
    typed += letter;
  };
  const { early } = window as { early?: unknown };
  window.typed = new Promise((resolve) => {
    const onTaken = async () => {
      for (const wait of [setTimeout, setTimeout, requestAnimationFrame, requestAnimationFrame, setTimeout]) {
        type();
        await new Promise((done) => wait(done));
      }
      requestAnimationFrame(() => requestAnimationFrame(() => resolve(typed)));
    };
    Object.defineProperty(window, "early", {
      configurable: true,
      get: () => early,
      set(value) {
        Object.defineProperty(window, "early", { value, writable: true });
        setTimeout(onTaken);
      },
    });
  });
}

interface Keys {
  question: SampleNode;
  /** pressed on the question's first control; on nothing for a screen */
  keys: string[];
  answer: unknown;
}

/** Groups of options, lists and dates, with four keys or more. */
const keyed: Record<string, Keys> = {
  welcome_screen: { question: ask("welcome_screen"), keys: ["a", "b", "c", "Enter"], answer: undefined },
  date: { question: ask("date", { precision: "time" }), keys: ["9", "7", "p", "Tab"], answer: "21:07" },
  dropdown: { question: ask("dropdown", { options: fruits }), keys: [..."bana"], answer: "banana" },
  multiple_choice: {
    question: ask("multiple_choice", { options: fruits }),
    keys: ["a", "c", "a", "b"],
    answer: "banana",
  },
  yes_no: { question: ask("yes_no"), keys: ["n", "y", "n", "y"], answer: "yes" },
  checkbox: {
    question: ask("checkbox", { options: fruits }),
    keys: ["a", "b", "a", "c"],
    answer: ["banana", "cherry"],
  },
  picture_choice: {
    question: ask("picture_choice", { options: pictures }),
    keys: ["a", "b", "a", "c"],
    answer: ["cherry"],
  },
  ranking: {
    question: ask("ranking", { options: fruits }),
    keys: ["ArrowDown", "1", "ArrowDown", "Space"],
    answer: ["banana", "apple", "cherry"],
  },
  star_rating: { question: ask("star_rating"), keys: ["1", "ArrowRight", "ArrowRight", "Space"], answer: 3 },
  number_scale: {
    question: ask("number_scale", { min: 1, max: 7 }),
    keys: ["2", "ArrowRight", "ArrowRight", "Space"],
    answer: 4,
  },
  opinion_scale: { question: ask("opinion_scale"), keys: ["End", "ArrowLeft", "ArrowLeft", "Space"], answer: 8 },
  emoji_rating: {
    question: ask("emoji_rating"),
    keys: ["ArrowLeft", "ArrowLeft", "ArrowRight", "Space"],
    answer: "great",
  },
  matrix: {
    question: ask("matrix", { rows, columns: fruits }),
    keys: ["ArrowRight", "Space", "Tab", "Space"],
    answer: { r1: "banana", r2: "apple" },
  },
};

test.each(Object.entries(keyed))(
  "keeps each key in %s while the scripts arrive",
  async (_, { question, keys, answer }) => {
    const slug = await publishForm(me, chain(question));
    const { page, expect: expectComplaint } = await visit(null, { viewport: { width: 900, height: 844 } });
    expectComplaint(/images\.example/);
    for (const held of [0, 1, 2, 3, 4]) {
      const release = await openHeld(page, slug);
      if (answer !== undefined) await page.locator("#question [data-focus]").first().focus();
      for (const key of keys.slice(0, held)) await page.keyboard.press(key);
      release();
      await page.waitForFunction(isAnswerable);
      for (const key of keys.slice(held)) await page.keyboard.press(key);
      if (answer !== undefined) await page.getByRole("button", { name: "Continue" }).click();
      await page.getByRole("heading", { name: "About end" }).waitFor();
      await page.waitForFunction(() => localStorage.length === 0);
    }
    expect(await answersOf(slug)).toEqual(Array(5).fill(answer));
  },
);

/** Returns the answers to the question of all completed responses. */
async function answersOf(slug: string): Promise<unknown[]> {
  const path = `/api/v2/form/${slug}/responses/?status=completed&include=answers`;
  const { body } = await expecting(200, me.get(path));
  return body.results.map(({ answers }: { answers: Record<string, { value: unknown }> }) => answers.q?.value);
}

/** Each type, what is typed or tapped on it before Continue, and the answer. */
const tapped: [type: string, config: Record<string, Json>, taps: string[], answer: unknown][] = [
  ["welcome_screen", {}, [], undefined],
  ["short_text", {}, ["type: Ada"], "Ada"],
  ["long_text", {}, ["type: Ada"], "Ada"],
  ["email", {}, ["type: grace@navy.example"], "grace@navy.example"],
  ["phone", { default_country: "GB" }, ["type: 020 7946 0958"], "+442079460958"],
  ["number", {}, ["type: 12"], 12],
  ["date", {}, [], undefined],
  ["dropdown", { options: fruits }, [], undefined],
  ["multiple_choice", { options: fruits }, ["radio: Apple", "radio: Banana"], "banana"],
  ["yes_no", {}, ["radio: No"], "no"],
  ["checkbox", { options: fruits }, ["checkbox: Apple", "checkbox: Cherry"], ["apple", "cherry"]],
  ["picture_choice", { options: pictures }, ["radio: Banana"], ["banana"]],
  ["ranking", { options: fruits }, ["button: Cherry", "button: Apple"], ["cherry", "apple", "banana"]],
  ["star_rating", {}, ["radio: 4"], 4],
  ["number_scale", { min: 1, max: 7 }, ["radio: 5"], 5],
  ["opinion_scale", {}, ["radio: 9"], 9],
  ["emoji_rating", {}, ["radio: Great"], "great"],
  // rows replace its table on a phone
  [
    "matrix",
    { rows, columns: fruits },
    ["radio: Row r1 Banana", "radio: Row r2 Cherry"],
    { r1: "banana", r2: "cherry" },
  ],
  ["file_upload", { accept: ["text/plain"] }, ["file: notes.txt"], [expect.any(String)]],
  ["records", { fields }, ["type: Ada", "button: Add another"], [{ name: "Ada" }]],
];

test.each(tapped)("keeps taps on %s and Continue from before the scripts", async (type, config, taps, answer) => {
  const slug = await publishForm(me, chain(ask(type, config)));
  const { page, expect: expectComplaint } = await visit(null);
  expectComplaint(/images\.example/);
  const release = await openHeld(page, slug);
  for (const tap of taps) {
    const [role = "", name = ""] = tap.split(": ");
    if (role === "type") await page.getByRole("textbox").first().fill(name);
    else if (role === "file")
      await page.locator("input[type=file]").setInputFiles({ name, mimeType: "text/plain", buffer: Buffer.from("a") });
    else
      await page
        .getByRole(role as "radio", { name })
        .first()
        .click();
  }
  await page.locator("#question button[type=submit]").click();
  release();
  await page.getByRole("heading", { name: "About end" }).waitFor();
  await page.waitForFunction(() => localStorage.length === 0);
  expect(await answersOf(slug)).toEqual([answer]);
});

test("keeps a file from before the scripts on a page that is drawn again", async () => {
  // the order of the options is the session's
  const graph = chain(
    node("pick", "multiple_choice", { options: fruits, shuffle: "all" }),
    node("q", "file_upload", { accept: ["text/plain"] }),
  );
  const slug = await publishForm(me, { ...graph, pages: [{ id: "both", node_ids: ["pick", "q"] }] } as typeof graph);
  const { page } = await visit(null);
  const release = await openHeld(page, slug);
  const file = { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("a") };
  await page.locator("input[type=file]").setInputFiles(file);
  release();
  await page.waitForFunction(isAnswerable);
  await page.getByRole("button", { name: /^Remove/ }).waitFor();
  await page.getByRole("radio").first().click();
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "About end" }).waitFor();
  await page.waitForFunction(() => localStorage.length === 0);
  expect(await answersOf(slug)).toEqual([[expect.any(String)]]);
});

const onPage = chain(node("q", "short_text"), node("age", "number"));
const inOrder: [name: string, graph: ReturnType<typeof chain>, answer: unknown][] = [
  ["a row", chain(ask("records", { fields })), [{ name: "Ada", age: 36 }]],
  ["a page", { ...onPage, pages: [{ id: "both", node_ids: ["q", "age"] }] } as typeof onPage, "Ada"],
];

test.each(inOrder)("goes to the next field of %s by Enter before the scripts", async (_, graph, answer) => {
  const slug = await publishForm(me, graph);
  const { page } = await visit(null);
  const release = await openHeld(page, slug);
  await page.locator("#question input").first().focus();
  for (const key of [..."Ada", "Enter", ..."36"]) await page.keyboard.press(key);
  release();
  await page.waitForFunction(isAnswerable);
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("heading", { name: "About end" }).waitFor();
  await page.waitForFunction(() => localStorage.length === 0);
  expect(await answersOf(slug)).toEqual([answer]);
});
