import { baseUrl, expecting, type Owner, owner, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { visit } from "./support/browser.ts";

/** Answers that a link gives, and defaults, in a real browser with the real service (features §16). */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

async function answersOf(slug: string) {
  const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/?include=answers`));
  return body.results.map(({ answers }: { answers: Record<string, { value: unknown }> }) =>
    Object.fromEntries(Object.entries(answers).map(([id, { value }]) => [id, value])),
  );
}

test("shows a link's answers and defaults, hides them from the address, and stores what is sent", async () => {
  const questions = [
    node("name", "short_text"),
    node("age", "number", { default: 7 }),
    node("day", "date", { default: "today" }),
  ];
  const slug = await publishForm(me, chain(...questions));
  const { page } = await visit(`/f/${slug}?kiosk=0#answer.name=Ada`);
  const field = (id: string) => page.getByLabel(new RegExp(`^About ${id}`));
  await eventually(async () => expect(await field("name").inputValue()).toBe("Ada"));
  expect(page.url()).toBe(`${baseUrl()}/f/${slug}?kiosk=0`);
  await page.reload();
  await eventually(async () => expect(await field("name").inputValue()).toBe("Ada"));
  expect(await answersOf(slug)).toEqual([]);
  const goOn = () => page.getByRole("button", { name: "Continue" }).click();
  await goOn();
  await eventually(async () => expect(await field("age").inputValue()).toBe("7"));
  await field("age").fill("8");
  await goOn();
  const day = await page.evaluate(() => new Date().toLocaleDateString("sv"));
  await eventually(async () => expect(await field("day").inputValue()).toBe(day));
  await goOn();
  await page.getByRole("heading", { name: "About end" }).waitFor();
  await eventually(async () => expect(await answersOf(slug)).toEqual([{ name: "Ada", age: 8, day }]));
});

test("counts an answer that was clicked in an email, and asks on", async () => {
  const slug = await publishForm(me, chain(node("nps", "opinion_scale", {}, true), node("why", "short_text")));
  const { page } = await visit(`/f/${slug}?answer.nps=9&prefill=skip`);
  await page.getByRole("textbox", { name: "About why" }).waitFor();
  await eventually(async () => expect(await answersOf(slug)).toEqual([{ nps: 9 }]));
});

test("sends nothing from a page that was opened out of sight, as by a prerendering browser, until it is seen", async () => {
  const slug = await publishForm(me, chain(node("nps", "opinion_scale", {}, true), node("why", "short_text")));
  const { page } = await visit(null);
  await page.addInitScript(() => {
    Object.defineProperty(document, "visibilityState", { get: () => "hidden", configurable: true });
  });
  await page.goto(`/f/${slug}?answer.nps=9&prefill=skip`);
  await page.getByRole("radio", { name: "9", checked: true }).waitFor();
  await page.waitForLoadState("networkidle");
  expect(await answersOf(slug)).toEqual([]);
  await page.evaluate(() => {
    Reflect.deleteProperty(document, "visibilityState");
    document.dispatchEvent(new Event("visibilitychange"));
  });
  await page.getByRole("textbox", { name: "About why" }).waitFor();
  await eventually(async () => expect(await answersOf(slug)).toEqual([{ nps: 9 }]));
});

test("takes answers from an embedding page", async () => {
  const slug = await publishForm(me, chain(node("Plan", "short_text")));
  const { page } = await visit(null);
  await page.route("**/embedding", (route) =>
    route.fulfill({
      contentType: "text/html",
      body: `<!doctype html><title>S</title><link rel="icon" href="data:,"><div data-pathform="${slug}" data-answer-plan="pro"></div>
        <script src="${baseUrl()}/embed.js"></script>`,
    }),
  );
  await page.goto(`${baseUrl()}/embedding`);
  const field = page.frameLocator("iframe").getByRole("textbox", { name: "About Plan" });
  await eventually(async () => expect(await field.inputValue()).toBe("pro"));
});
