import type { BrowserContext, Page } from "playwright-core";
import { client, expecting, type Owner, owner, publishForm, saveDraft } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { type ServiceName, startProduct } from "../support/product.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { register } from "../support/stage.ts";
import { visit } from "./support/browser.ts";

/** Nothing typed is lost: tested with real pages, the real service and the owner's data. */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

const questions = ["one", "two", "three"];
const threeTexts = () => chain(...questions.map((id) => node(id, "short_text")));
const whole = questions.map((id) => [id, `answer ${id}`]);
const unsentNotice = (count: number) => (count === 1 ? "1 answer not sent yet" : `${count} answers not sent yet`);

const field = (page: Page, id: string) => page.getByRole("textbox", { name: `About ${id}` });
const theEnd = (page: Page) => page.getByRole("heading", { name: "About end" });

async function answer(page: Page, ...ids: string[]): Promise<void> {
  for (const id of ids) {
    await field(page, id).fill(`answer ${id}`);
    await page.keyboard.press("Enter");
    await field(page, id).waitFor({ state: "detached" });
  }
}

/** Returns the owner's data of the only session, in order of arrival. */
async function arrived(slug: string, by: Pick<Owner, "get"> = me) {
  const { body } = await expecting(200, by.get(`/api/v2/form/${slug}/responses/`));
  expect(body.count).toBe(1);
  const { body: detail } = await expecting(200, by.get(`/api/v2/form/${slug}/responses/${body.results[0].id}/`));
  const inTime = detail.answers.toSorted((a: Arrived, b: Arrived) => a.answered_at.localeCompare(b.answered_at));
  const answers = inTime.map(({ node_id, answer }: Arrived) => [node_id, answer]);
  return { status: detail.status, version: detail.version_number, path: detail.traversal_path, answers };
}
interface Arrived {
  node_id: string;
  answer: unknown;
  answered_at: string;
}

const allArrived = { status: "completed", version: 1, path: [...questions, "end"], answers: whole };

/** Waits for the end screen until everything is confirmed and nothing is stored. */
async function completed(page: Page): Promise<void> {
  await theEnd(page).waitFor();
  await page.waitForFunction(() => localStorage.length === 0);
}

/** Waits until all code is loaded, as on a page that has been open for a while. */
const loaded = (page: Page) => page.waitForLoadState("networkidle");

test("keeps half-typed answers across a reload, a crash and another page", async () => {
  const slug = await publishForm(me, threeTexts());
  const { page, context } = await visit(`/f/${slug}`);
  await answer(page, "one");
  await field(page, "two").fill("half a thou");
  await page.reload();
  expect(await field(page, "two").inputValue()).toBe("half a thou");
  await page.goto("about:blank");
  await page.goBack();
  expect(await field(page, "two").inputValue()).toBe("half a thou");
  await field(page, "two").fill("answer two");
  await crash(page, context);
  const next = await context.newPage();
  await next.goto(`/f/${slug}`);
  await field(next, "two").waitFor();
  expect(await field(next, "two").inputValue()).toBe("answer two");
  await field(next, "two").press("Enter");
  await answer(next, "three");
  await completed(next);
  expect(await arrived(slug)).toEqual(allArrived);
});

async function crash(page: Page, context: BrowserContext): Promise<void> {
  const devtools = await context.newCDPSession(page);
  const crashed = new Promise((resolve) => page.once("crash", resolve));
  devtools.send("Page.crash").catch(() => undefined);
  await crashed;
  await page.close();
}

test("shows that an answer is saved while the service rejects it as busy", async () => {
  const slug = await publishForm(me, threeTexts());
  const { page, expect: expectComplaint } = await visit(`/f/${slug}`);
  expectComplaint(/status of 503/);
  await loaded(page);
  const requests = "**/api/v2/r/**";
  await page.route(requests, (route) => route.fulfill({ status: 503, headers: { "Retry-After": "60" } }));
  await answer(page, "one");
  await page.getByText(`${unsentNotice(1)}. Your answers are saved on this device.`).waitFor();
  await page.unroute(requests);
  await page.getByRole("button", { name: "Try again now" }).click();
  await page.getByText(unsentNotice(1)).waitFor({ state: "hidden" });
});

test("accepts answers during a minute offline, shows it, and sends them later", async () => {
  const slug = await publishForm(me, threeTexts());
  const { page, context, expect: expectComplaint } = await visit(null);
  expectComplaint(/ERR_INTERNET_DISCONNECTED/);
  await page.clock.install();
  await page.goto(`/f/${slug}`);
  await loaded(page);
  await context.setOffline(true);
  await answer(page, "one", "two");
  await page.getByText(unsentNotice(2)).waitFor();
  // the notice covers no part of the button
  const go = page.getByRole("button", { name: "Continue" });
  const height = (await go.boundingBox())?.height ?? 0;
  await go.click({ trial: true, position: { x: 20, y: height - 2 } });
  await page.clock.fastForward(60_000);
  await answer(page, "three");
  await theEnd(page).waitFor();
  await page.getByText(unsentNotice(3)).waitFor();
  await staysWhenAsked(page);
  await context.setOffline(false);
  await completed(page);
  expect(await arrived(slug)).toEqual(allArrived);
});

/** The browser asks before it closes the page. */
async function staysWhenAsked(page: Page): Promise<void> {
  const asking = page.waitForEvent("dialog");
  await page.close({ runBeforeUnload: true });
  const dialog = await asking;
  expect(dialog.type()).toBe("beforeunload");
  await dialog.dismiss();
}

test("retries after lost replies, and delivers nothing twice", async () => {
  const slug = await publishForm(me, threeTexts());
  const { page, context, expect: expectComplaint } = await visit(null);
  expectComplaint(/ERR_FAILED/);
  const lost = new Set<string>();
  await context.route(/\/api\/v2\/r\/.*(start|next|answers)\/(\?|$)/, async (route) => {
    const kind = new URL(route.request().url()).pathname.split("/").at(-2) ?? "";
    if (lost.has(kind)) return route.continue();
    lost.add(kind);
    await route.fetch();
    await route.abort();
  });
  await page.goto(`/f/${slug}`);
  await answer(page, "one");
  // the start and the first answer have arrived
  await eventually(async () => expect([lost.size, (await arrived(slug)).answers.length]).toEqual([2, 1]));
  await answer(page, "two", "three");
  await completed(page);
  expect([...lost]).toEqual(["start", "next", "answers"]);
  expect(await arrived(slug)).toEqual(allArrived);
});

test("resends an answer in flight when a sleeping phone wakes up", async () => {
  const slug = await publishForm(me, threeTexts());
  const { page, context, expect: expectComplaint } = await visit(null);
  expectComplaint(/ERR_FAILED|ERR_ABORTED/);
  await page.clock.install();
  await page.goto(`/f/${slug}`);
  await answer(page, "one");
  const hanging = page.waitForRequest(/next/);
  // no reply: the connection is dead
  await context.route(/next/, () => undefined, { times: 1 });
  await answer(page, "two");
  await hanging;
  await page.clock.fastForward(3_600_000);
  await page.clock.runFor(30_000);
  await answer(page, "three");
  await completed(page);
  expect(await arrived(slug)).toEqual(allArrived);
});

test("stops the first tab after a second one takes over", async () => {
  const slug = await publishForm(me, threeTexts());
  const { page: first, context } = await visit(`/f/${slug}`);
  await answer(first, "one");
  await field(first, "two").fill("answer two");
  const second = await context.newPage();
  await second.goto(`/f/${slug}`);
  await second.getByRole("button", { name: "Continue here" }).click();
  await field(second, "two").waitFor();
  expect(await field(second, "two").inputValue()).toBe("answer two");
  await first.getByRole("button", { name: "Continue here" }).waitFor();
  await second.keyboard.press("Enter");
  await answer(second, "three");
  await completed(second);
  expect(await arrived(slug)).toEqual(allArrived);
});

test("continues in the session's version after a publish, and starts the next in the new one", async () => {
  const slug = await publishForm(me, threeTexts());
  const { page } = await visit(`/f/${slug}`);
  await answer(page, "one");
  await expecting(200, saveDraft(me, slug, chain(node("one", "short_text"), node("else", "short_text"))));
  await expecting(201, me.post(`/api/v2/form/${slug}/publish/`));
  await page.reload();
  await answer(page, "two", "three");
  await completed(page);
  expect(await arrived(slug)).toEqual(allArrived);
  await page.reload();
  await answer(page, "one");
  await field(page, "else").waitFor();
});

test("recovers after the gateway is killed and after a page that couldn't be rendered", async () => {
  const others: ServiceName[] = ["auth", "forms", "sessions", "analytics", "integrations"];
  const product = await startProduct({ way: "many", others });
  try {
    const by = await register(product.url);
    const slug = await publishForm(client({ authorization: `Bearer ${by.key}` }, product.url), threeTexts());
    const { page, expect: expectComplaint } = await visit(null);
    expectComplaint(/a request to|ERR_|status of 50/);
    await page.goto(`${product.url}/f/${slug}`);
    await answer(page, "one");
    await loaded(page);
    await product.kill("gateway");
    await answer(page, "two");
    await page.getByText(unsentNotice(1)).waitFor();
    await product.start("gateway");
    await page.getByText(unsentNotice(1)).waitFor({ state: "hidden" });
    await product.kill("others");
    await field(page, "three").fill("answer three");
    await page.reload();
    await page.getByRole("heading", { name: "Try again in a moment" }).waitFor();
    await product.start("others");
    await field(page, "three").waitFor();
    expect(await field(page, "three").inputValue()).toBe("answer three");
    await field(page, "three").press("Enter");
    await completed(page);
    expect(await arrived(slug, by)).toEqual(allArrived);
  } finally {
    await product.stop();
  }
}, 120_000);
