import { launchChromium } from "../browser/support/chromium.ts";
import { isAnswerable } from "../support/answerable.ts";
import { baseUrl, expecting, type Owner, owner, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { type SlowProxy, startSlowProxy } from "../support/slowProxy.ts";
import type { Engine } from "./engine.ts";
import { startFirefox } from "./firefox.ts";
import { startWebkit } from "./webkit.ts";

/** A respondent who leaves in the moment the end shows is counted, whatever the latency (features §11.3). */
type Page = Pick<Engine, "open" | "run" | "close">;

async function startChromium(): Promise<Page & { freeze(): Promise<void> }> {
  const browser = await launchChromium();
  const page = await browser.newPage();
  const devtools = await page.context().newCDPSession(page);
  return {
    open: async (url) => void (await page.goto(url)),
    run: (expression) => page.evaluate(expression),
    close: () => browser.close(),
    freeze: async () => void (await devtools.send("Page.setWebLifecycleState", { state: "frozen" })),
  };
}

const size = { width: 1280, height: 900 };
const engines: Record<string, () => Promise<Page>> = {
  Chromium: startChromium,
  Firefox: () => startFirefox(size),
  WebKit: () => startWebkit(size),
};

let me: Owner;
let proxy: SlowProxy;
beforeAll(async () => {
  me = await owner();
  proxy = await startSlowProxy(baseUrl());
});
afterAll(() => proxy?.close());

/** Answers each question as soon as it shows, and acts in the task that shows the end. */
const answering = (atEnd: string) => `void (() => {
  const step = () => {
    const heading = document.querySelector("[data-heading]");
    if (heading?.id === "end-title") { observer.disconnect(); ${atEnd}; return; }
    const field = document.querySelector("input.field:not([readonly])");
    if (!field || field.dataset.done) return;
    field.dataset.done = "1";
    field.value = "answer " + heading.id;
    field.dispatchEvent(new Event("input", { bubbles: true }));
    field.form.requestSubmit();
  };
  const observer = new MutationObserver(step);
  observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  step();
})()`;

const threeTexts = () => publishForm(me, chain(...["a", "b", "c"].map((id) => node(id, "short_text"))));

async function statuses(slug: string): Promise<string[]> {
  const { body } = await expecting(200, me.get(`/api/v2/form/${slug}/responses/`));
  return body.results.map(
    ({ status, answers_count }: { status: string; answers_count: number }) => `${status} ${answers_count}`,
  );
}

/** Opens the form without latency, so that the test waits for its requests only. */
async function opened(page: Page, slug: string, latency: number): Promise<void> {
  proxy.latency = 0;
  await page.open(`${proxy.url}/f/${slug}`);
  await eventually(async () => {
    const isComplete = `document.readyState === "complete"`;
    if (!(await page.run(`${isComplete} && (${isAnswerable})()`))) throw new Error("the page isn't answerable");
  });
  proxy.latency = latency;
  proxy.taken = "";
}

describe.each(Object.entries(engines))("%s", (_name, start) => {
  let page: Page;
  beforeAll(async () => {
    page = await start();
  }, 120_000);
  afterAll(() => page?.close());

  test.each([100, 500, 1_000])(
    "counts a respondent who leaves the page at the end, with %i ms of latency",
    async (latency) => {
      const slug = await threeTexts();
      await opened(page, slug, latency);
      await page.run(answering(`location.replace("about:blank")`));
      await eventually(async () => expect(await statuses(slug)).toEqual(["completed 3"]), 30);
    },
  );
});

test.each(Object.entries(engines))(
  "%s: counts a respondent whose browser is killed at the end",
  async (_name, start) => {
    const page = await start();
    const slug = await threeTexts();
    await opened(page, slug, 300);
    await page.run(answering(`document.title = "at the end"`));
    await eventually(async () => expect(await page.run("document.title")).toBe("at the end"), 30);
    // a process that is killed writes nothing more, and an engine under load writes its request a little later
    await eventually(() => expect(proxy.taken).toContain("/answers/?complete=true"), 30);
    await page.close();
    await eventually(async () => expect(await statuses(slug)).toEqual(["completed 3"]), 30);
  },
  120_000,
);

test("Chromium: counts a respondent whose page is frozen at the end", async () => {
  const page = await startChromium();
  const slug = await threeTexts();
  await opened(page, slug, 500);
  await page.run(answering(`document.title = "at the end"`));
  await eventually(async () => expect(await page.run("document.title")).toBe("at the end"), 30);
  await page.freeze();
  await eventually(async () => expect(await statuses(slug)).toEqual(["completed 3"]), 30);
  await page.close();
});
