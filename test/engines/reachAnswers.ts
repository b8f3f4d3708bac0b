import type { Page } from "playwright-core";
import { isAnswerable } from "../support/answerable.ts";
import { type Client, expecting } from "../support/api.ts";
import { type Person, textsOf, wordsOf } from "./reachPeople.ts";
import type { Visitor } from "./visitor.ts";

/** The ways in which people answer the survey. */

/** Answers with the page's requests. */
export async function answerOverApi(anyone: Client, slug: string, link: string, person: Person): Promise<void> {
  await expecting(200, anyone.get(`/api/v2/r/link/${link}/`));
  const { body } = await expecting(201, anyone.post(`/api/v2/r/${slug}/start/`, { link }));
  const session = `/api/v2/r/session/${body.id}/`;
  for (const [nodeId, value] of Object.entries(person.answers))
    await expecting(200, anyone.post(`${session}next/`, { node_id: nodeId, value }));
  await expecting(200, anyone.post(`${session}complete/`, {}));
}

export const score = (page: Page, person: Person) =>
  page.getByRole("radio", { name: String(person.answers.score), exact: true });

/** Opens a link, and waits until the page takes taps: it asks the service about the link first. */
export async function openLink(page: Page, link: string): Promise<void> {
  await page.goto(link);
  await page.waitForFunction(isAnswerable);
}

/** Answers in Chromium, by touch where the page has it. `hasScore`: the link has answered the first question. */
export async function answerIn(page: Page, person: Person, hasScore = false): Promise<void> {
  const { why, again, end } = textsOf(person);
  const isTouch = await page.evaluate(() => navigator.maxTouchPoints > 0);
  const press = isTouch ? "tap" : "click";
  if (!hasScore) await score(page, person)[press]();
  await page.getByRole("textbox", { name: why }).fill(person.answers.why);
  await page.getByRole("textbox", { name: why }).press("Enter");
  await page.getByRole("heading", { name: again }).waitFor();
  await page.getByRole("radio", { name: wordsOf(person)[person.answers.again] })[press]();
  await page.getByRole("heading", { name: end }).waitFor();
}

/** Answers in Firefox or WebKit. */
export async function answerInEngine(visitor: Visitor, url: string, person: Person): Promise<void> {
  await visitor.open(url);
  await visitor.until(`(${isAnswerable})()`);
  await visitor.click("radio", String(person.answers.score));
  await finishIn(visitor, person);
}

/** Answers after the first question. */
export async function finishIn(visitor: Visitor, person: Person): Promise<void> {
  const { why, again, end } = textsOf(person);
  await visitor.click("textbox", why);
  await visitor.type(person.answers.why);
  await visitor.press("Enter");
  await visitor.see("heading", again);
  await visitor.click("radio", new RegExp(`^${wordsOf(person)[person.answers.again]}`));
  await visitor.see("heading", end);
}
