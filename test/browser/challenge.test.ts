import { expecting, type Owner, owner, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { visit } from "./support/browser.ts";

/** The page solves a form's challenge in a worker while people answer (features §15). */
let me: Owner;
beforeAll(async () => {
  me = await owner();
});

test("solves the challenge without a click, and completes the response", async () => {
  const slug = await publishForm(me, chain(node("name", "short_text"), node("why", "short_text")), {
    bot_protection: "challenge",
  });
  const { page, expect: expectComplaint } = await visit(`/f/${slug}`);
  expectComplaint(/403/);
  const workers: string[] = [];
  page.on("worker", (worker) => workers.push(worker.url()));
  for (const id of ["name", "why"]) {
    const field = page.getByRole("textbox", { name: `About ${id}` });
    await field.fill("x");
    await field.press("Enter");
  }
  await page.getByRole("heading", { name: "About end" }).waitFor();
  await eventually(async () => {
    const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/?status=completed`));
    expect(body.count).toBe(1);
  });
  expect(workers).toHaveLength(1);
});

test("solves it without workers, and without `crypto.subtle`, which plain HTTP lacks", async () => {
  const slug = await publishForm(me, chain(node("name", "short_text")), { bot_protection: "challenge" });
  const { page, expect: expectComplaint } = await visit(null);
  expectComplaint(/403/);
  await page.addInitScript(() => {
    Reflect.deleteProperty(window, "Worker");
    Object.defineProperty(crypto, "subtle", { value: undefined });
  });
  await page.goto(`/f/${slug}`);
  await page.getByRole("textbox").fill("x");
  await page.getByRole("textbox").press("Enter");
  await page.getByRole("heading", { name: "About end" }).waitFor();
  await eventually(async () => {
    const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/?status=completed`));
    expect(body.count).toBe(1);
  });
});

test("leaves the challenge alone where the form asks for none", async () => {
  const slug = await publishForm(me, chain(node("name", "short_text")));
  const { page } = await visit(`/f/${slug}`);
  const loaded: string[] = [];
  page.on("request", (request) => loaded.push(request.url()));
  await page.getByRole("textbox").fill("x");
  await page.getByRole("textbox").press("Enter");
  await page.getByRole("heading", { name: "About end" }).waitFor();
  expect(loaded.filter((url) => /solve|challenge/.test(url))).toEqual([]);
});
