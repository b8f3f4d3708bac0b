import { cpus, loadavg } from "node:os";
import type { Browser, BrowserContext, Page } from "playwright-core";
import { Api } from "../../../deploy/demo/client.ts";
import { launchChromium } from "../../browser/support/chromium.ts";
import { type BenchedProduct, benchAccount, startProduct } from "../product.ts";
import { median, quantile } from "../quantile.ts";
import { largeGraph, translatedGraph } from "./largeGraph.ts";

/**
 * `npm run bench -- builder`: time to open a large form in the builder, frame times while dragging a question and moving the
 * canvas, and latency of typing. One row per size; `--nodes=500` runs only one. `--slowed=4` slows the CPU once the form is open.
 */
const sizes = [
  { nodes: 300, edges: 500 },
  { nodes: 500, edges: 900 },
  { nodes: 1_000, edges: 2_000 },
];
const rounds = 5;
const viewport = { width: 1280, height: 900 };
const moves = 120;
const letters = 60;

const numberIn = (options: string[], name: string): number =>
  Number(options.find((option) => option.startsWith(`--${name}=`))?.slice(`--${name}=`.length));

let slowdown = 1;

export async function run(options: string[]): Promise<string> {
  const only = numberIn(options, "nodes");
  slowdown = numberIn(options, "slowed") || 1;
  const browser = await launchChromium();
  const product = await startProduct({});
  try {
    const before = loadavg()[0];
    const rows: string[] = [];
    for (const size of sizes.filter(({ nodes }) => !only || nodes === only)) {
      rows.push(...(await rowsOf(browser, product, size)));
    }
    if (!only) rows.push(await translationsRow(browser, product));
    return [
      `Chromium ${browser.version()}, headless, on ${cpus().length} cores, load ${before?.toFixed(1)} before and ${loadavg()[0]?.toFixed(1)} after; ${viewport.width} × ${viewport.height}, medians of ${rounds} rounds, the CPU slowed ${slowdown} times.`,
      "",
      "| | view | open | dragging, p95 frame | panning | with all in view | a letter, p95 | median |",
      "|---|---|---|---|---|---|---|---|",
      ...rows,
    ].join("\n");
  } finally {
    await browser.close();
    await product.stop();
  }
}

const translatedQuestions = 300;

/** The Translations page of a form whose every text is translated. */
async function translationsRow(browser: Browser, product: BenchedProduct): Promise<string> {
  const api = new Api(product.url).withKey(product.key);
  const title = "Translated";
  const { slug } = await api.call<{ slug: string }>("POST", "/api/v2/form/", { title });
  const graph = translatedGraph(title);
  await api.call("PUT", `/api/v2/form/${slug}/draft/`, { graph });
  const found: Figures[] = [];
  for (let round = 0; round < rounds; round += 1) found.push(await measure(browser, product.url, slug, "translations"));
  const [texts] = Object.values(graph.translations ?? {});
  const size = `${translatedQuestions} questions, ${Object.keys(texts ?? {}).length} texts, 20 languages`;
  return rowOf(size, "translations", found);
}

interface Figures {
  open: number;
  drag: number[];
  pan: number[];
  far: number[];
  type: number[];
}

async function rowsOf(browser: Browser, product: BenchedProduct, size: (typeof sizes)[number]): Promise<string[]> {
  const graph = largeGraph(size.nodes, size.edges);
  const api = new Api(product.url).withKey(product.key);
  const { slug } = await api.call<{ slug: string }>("POST", "/api/v2/form/", { title: `${size.nodes} questions` });
  await api.call("PUT", `/api/v2/form/${slug}/draft/`, { graph });
  const rows: string[] = [];
  for (const view of ["canvas", "list"] as const) {
    const found: Figures[] = [];
    for (let round = 0; round < rounds; round += 1) found.push(await measure(browser, product.url, slug, view));
    rows.push(rowOf(`${size.nodes} nodes, ${size.edges} edges`, view, found));
  }
  return rows;
}

function rowOf(name: string, view: string, found: Figures[]): string {
  const ms = (value: number) => (Number.isNaN(value) ? "–" : `${value.toFixed(0)} ms`);
  const of = (key: "drag" | "pan" | "far" | "type", share: number) =>
    ms(median(found.map((figures) => quantile(figures[key], share))));
  const cells = [
    ms(median(found.map(({ open }) => open))),
    ...(["drag", "pan", "far", "type"] as const).map((key) => of(key, 0.95)),
    of("type", 0.5),
  ];
  return `| ${[name, view, ...cells].join(" | ")} |`;
}

/** Runs in the page: records when a selector is first drawn, and durations of frames and key presses. */
const watch = `(() => {
  const drawn = () => requestAnimationFrame(() => { window.openedAt = performance.now(); });
  new MutationObserver((_, observer) => {
    if (!document.querySelector("[data-node], [data-group]")) return;
    observer.disconnect();
    drawn();
  }).observe(document, { subtree: true, childList: true });
  window.frames_ = [];
  let last = 0;
  const frame = (now) => { if (last) window.frames_.push(now - last); last = now; requestAnimationFrame(frame); };
  requestAnimationFrame(frame);
  window.keys_ = [];
  new PerformanceObserver((list) => {
    for (const { name, duration } of list.getEntries()) if (name === "keydown") window.keys_.push(duration);
  }).observe({ type: "event", durationThreshold: 16 });
})()`;

async function measure(browser: Browser, url: string, slug: string, view: View): Promise<Figures> {
  // stop recording, because the following requests aren't part of it
  const context = await browser.newContext({ baseURL: url, viewport, bypassCSP: true });
  try {
    await context.request.post("/api/auth/login/", { data: benchAccount });
    const path = view === "translations" ? "translations" : `build?view=${view}`;
    const page = await opened(context, `/forms/${slug}/${path}`, view);
    const open = await page.evaluate<number>("window.openedAt");
    const tools = await context.newCDPSession(page);
    await tools.send("Emulation.setCPUThrottlingRate", { rate: slowdown });
    const none: number[] = [];
    const [drag, pan] = view === "canvas" ? [await dragging(page), await panning(page)] : [none, none];
    const type = await typing(page, view);
    const far = view === "canvas" ? await allInView(page) : none;
    return { open, drag, pan, far, type };
  } finally {
    await context.close();
  }
}

type View = "canvas" | "list" | "translations";

async function opened(context: BrowserContext, path: string, view: View): Promise<Page> {
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(path);
  await page.waitForFunction("window.openedAt > 0");
  if (view === "translations") {
    await page
      .getByRole("textbox", { name: /^Title/ })
      .first()
      .waitFor();
    return page;
  }
  // opening includes the first validation, which must not affect the other measurements
  const problems = page.getByRole("button", { name: /^\d+ (error|warning)/ });
  await problems.or(page.getByText("No problems", { exact: true })).waitFor();
  return page;
}

const framesDuring = async (page: Page, act: () => Promise<void>): Promise<number[]> => {
  await page.evaluate("window.frames_.length = 0");
  await act();
  return page.evaluate<number[]>("window.frames_");
};

async function dragging(page: Page): Promise<number[]> {
  const box = await page.locator(".react-flow__node").first().boundingBox();
  const [x, y] = [(box?.x ?? 0) + 60, (box?.y ?? 0) + 24];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const frames = await framesDuring(page, () => circle(page, x, y));
  await page.mouse.up();
  return frames;
}

/** Clicks near the left edge of the canvas, where it is empty. */
async function panning(page: Page): Promise<number[]> {
  const box = await page.locator(".react-flow__pane").boundingBox();
  const [x, y] = [(box?.x ?? 0) + 10, (box?.y ?? 0) + 200];
  await page.mouse.move(x, y);
  await page.mouse.down();
  const frames = await framesDuring(page, () => circle(page, x, y));
  await page.mouse.up();
  return frames;
}

async function allInView(page: Page): Promise<number[]> {
  await page.getByRole("button", { name: "Zoom to fit" }).click();
  return panning(page);
}

async function circle(page: Page, x: number, y: number): Promise<void> {
  for (let move = 0; move < moves; move += 1) {
    const angle = (move / moves) * 4 * Math.PI;
    await page.mouse.move(x + 200 - 200 * Math.cos(angle), y + 120 + 120 * Math.sin(angle));
  }
}

/** The browser doesn't report key presses drawn within a frame, so they count as one frame. */
async function typing(page: Page, view: View): Promise<number[]> {
  if (view === "canvas") await page.locator(".react-flow__node").nth(1).click();
  if (view === "list") await page.getByRole("row").nth(1).click();
  const title = page.getByRole("textbox", { name: view === "translations" ? /^Title, Question 2/ : "Title" });
  await title.click();
  await page.evaluate("window.keys_.length = 0");
  // speed of a fast typist
  await page.keyboard.type("abcdefghij".repeat(letters / 10), { delay: 80 });
  const slow = await page.evaluate<number[]>("window.keys_");
  return [...slow, ...Array.from({ length: Math.max(0, letters - slow.length) }, () => 16)];
}
