import { cpus, loadavg } from "node:os";
import type { Browser, Page } from "playwright-core";
import { Api } from "../../deploy/demo/client.ts";
import { type Form, publishSamples } from "../../deploy/demo/forms.ts";
import { launchChromium } from "../browser/support/chromium.ts";
import { startProduct } from "./product.ts";
import { median } from "./quantile.ts";
import { cpuMs } from "./usage.ts";

/**
 * `npm run bench -- page`: time until a respondent page is usable on a slow phone, time to the next question, and the gateway's
 * cost per page. Chromium with CPU and network throttling stands in for the phone.
 */
const rounds = 5;
const cpuSlowdown = 4;
/** Lighthouse's "Slow 4G": latency in ms and bytes per second. */
const slow4g = { latency: 150, downloadThroughput: (1.6 * 1024 * 1024) / 8, uploadThroughput: (750 * 1024) / 8 };
/** Latency while answering, to show steps that wait for the network. */
const farAway = { ...slow4g, latency: 400 };
const pageRequests = 4_000;

export async function run(): Promise<string> {
  const browser = await launchChromium();
  const product = await startProduct({});
  try {
    const forms = await publishSamples(new Api(product.url).withKey(product.key));
    const [allTypes] = forms as [Form];
    const phq9 = forms.find(({ title }) => title.includes("PHQ-9")) as Form;
    const pageOf = ({ slug }: Form) => `${product.url}/f/${slug}`;
    const loads: string[] = [];
    for (const form of [phq9, allTypes]) {
      // the first request renders the page, and later ones use the cache
      await fetch(pageOf(form));
      loads.push(await loadRow(browser, form, pageOf(form)));
    }
    const steps = await stepTimes(browser, pageOf(phq9));
    const pid = product.process.pid as number;
    const costs = [
      await cpuRow("the page, 200", pid, pageOf(phq9)),
      await cpuRow("the page, 304", pid, pageOf(phq9), true),
      await cpuRow("the form by the API, 200", pid, `${product.url}/api/v2/r/${phq9.slug}/`),
    ];
    return [
      `Chromium ${browser.version()} on ${cpus().length} cores, slowed ${cpuSlowdown} times, load ${loadavg()[0]?.toFixed(1)}; medians of ${rounds}.`,
      "",
      "| Slow 4G (150 ms, 1.6 Mbit/s), nothing kept | first paint | can be answered | JavaScript before | all |",
      "|---|---|---|---|---|",
      ...loads,
      "",
      `The next question, network at ${farAway.latency} ms: ${median(steps).toFixed(0)} ms (longest ${Math.max(...steps).toFixed(0)} ms of ${steps.length}).`,
      "",
      "| One process with all services, its CPU time | each |",
      "|---|---|",
      ...costs,
    ].join("\n");
  } finally {
    await browser.close();
    await product.stop();
  }
}

async function slowPage(browser: Browser, network: typeof slow4g): Promise<Page> {
  // stop recording, because the following requests aren't part of it
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, bypassCSP: true });
  const page = await context.newPage();
  const tools = await context.newCDPSession(page);
  await tools.send("Network.enable");
  await tools.send("Network.emulateNetworkConditions", { offline: false, ...network });
  await tools.send("Emulation.setCPUThrottlingRate", { rate: cpuSlowdown });
  return page;
}

interface Load {
  /** ms since the navigation */
  paint: number;
  answerable: number;
  /** bytes of compressed JavaScript, until then and in total */
  before: number;
  all: number;
}

/** Runs in the page: records paint times by the browser's clock. */
const readLoad = `(() => {
  const at = (name) => performance.getEntriesByName(name)[0]?.startTime ?? NaN;
  const scripts = performance.getEntriesByType("resource").filter(({ name }) => name.endsWith(".js"));
  const bytes = (all) => all.reduce((total, { encodedBodySize }) => total + encodedBodySize, 0);
  const answerable = at("answerable");
  const before = scripts.filter(({ startTime, duration }) => startTime + duration <= answerable);
  return { paint: at("first-contentful-paint"), answerable, before: bytes(before), all: bytes(scripts) };
})()`;

async function loadRow(browser: Browser, { title }: Form, url: string): Promise<string> {
  const loads: Load[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const page = await slowPage(browser, slow4g);
    await page.addInitScript(`addEventListener("answerable", () => performance.mark("answerable"))`);
    await page.goto(url);
    await page.waitForFunction(`performance.getEntriesByName("answerable").length > 0`);
    await page.waitForLoadState("networkidle");
    loads.push(await page.evaluate<Load>(readLoad));
    await page.context().close();
  }
  const of = (name: keyof Load) => median(loads.map((load) => load[name]));
  const kilobytes = (name: keyof Load) => `${(of(name) / 1_000).toFixed(1)} kB`;
  const row = [
    `${of("paint").toFixed(0)} ms`,
    `${of("answerable").toFixed(0)} ms`,
    kilobytes("before"),
    kilobytes("all"),
  ];
  return `| ${title} | ${row.join(" | ")} |`;
}

/** Runs in the page: measures from each Enter to the frame with the next heading. */
const watchSteps = `(() => {
  window.times = [];
  let since = 0;
  let shown = document.querySelector("h1").textContent;
  addEventListener("keydown", ({ key }) => { if (key === "Enter") since = performance.now(); }, { capture: true });
  new MutationObserver(() => {
    const heading = document.querySelector("h1")?.textContent ?? shown;
    if (heading === shown) return;
    shown = heading;
    const started = since;
    requestAnimationFrame(() => window.times.push(performance.now() - started));
  }).observe(document.body, { subtree: true, childList: true, characterData: true });
})()`;

/** Answers PHQ-9 with all code loaded. The last step needs the server, because its end depends on the score. */
async function stepTimes(browser: Browser, url: string): Promise<number[]> {
  const page = await slowPage(browser, farAway);
  await page.goto(url);
  await page.getByRole("button", { name: "Start" }).waitFor();
  await page.waitForLoadState("networkidle");
  await page.evaluate(watchSteps);
  await page.getByRole("button", { name: "Start" }).press("Enter");
  for (let question = 1; question <= 9; question += 1) {
    await page.waitForFunction(`window.times.length >= ${question}`);
    await page.waitForFunction(`document.activeElement.role === "radio"`);
    await page.keyboard.press("a");
    await page.keyboard.press("Enter");
  }
  await page.waitForFunction("window.times.length >= 10");
  const times = await page.evaluate<number[]>("window.times");
  await page.context().close();
  return times.slice(0, -1);
}

/** Returns the CPU time of the process per request. */
async function cpuRow(what: string, pid: number, url: string, isKnown = false): Promise<string> {
  const etag = (await fetch(url)).headers.get("etag") ?? "";
  const headers: Record<string, string> = isKnown ? { "If-None-Match": etag } : {};
  const many = async (count: number) => {
    for (let sent = 0; sent < count; sent += 1) await (await fetch(url, { headers })).arrayBuffer();
  };
  await many(500);
  const before = cpuMs(pid);
  await Promise.all(Array.from({ length: 4 }, () => many(pageRequests / 4)));
  const each = (cpuMs(pid) - before) / pageRequests;
  return `| ${what} | ${each.toFixed(2)} ms |`;
}
