import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { baseUrl, type Owner, owner, publishForm } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { edge, end, graphOf, node } from "../support/sampleGraphs.ts";
import { type Visit, visit } from "./support/browser.ts";

/** A form embedded in a page of another origin, with the HTML that an owner would paste. */
let me: Owner;
let site: Server;
let siteUrl: string;
let html = "";

beforeAll(async () => {
  me = await owner();
  site = createServer((req, res) => {
    res.setHeader("Content-Type", "text/html; charset=utf-8");
    // another site's policy allows only scripts and frames of this server
    res.setHeader(
      "Content-Security-Policy",
      `default-src 'none'; script-src ${baseUrl()}; frame-src ${baseUrl()} 'self'; img-src data:`,
    );
    res.end(
      `<!doctype html><html lang="en"><title>Site</title><link rel="icon" href="data:,"><main>${req.url === "/" ? html : ""}</main></html>`,
    );
  });
  site.listen(0, "127.0.0.1");
  await once(site, "listening");
  // another site, not just another origin: Chromium blocks all site data in its frames
  siteUrl = `http://localhost:${(site.address() as AddressInfo).port}`;
});
afterAll(() => site.close());

const script = () => `<script src="${baseUrl()}/embed.js" async></script>`;

const form = (fields = {}) => {
  const first = { ...node("q", "short_text"), data: { title: "A word, {{hidden:plan}}?", config: {} } };
  const nodes = [first, node("long", "long_text"), end()];
  return publishForm(me, graphOf(nodes, [edge("q", "long"), edge("long", "end")], { hidden_fields: ["plan"] }), fields);
};

async function visitSite(text: string, loader = script()): Promise<Visit> {
  html = text + loader;
  const found = await visit(null, { viewport: { width: 800, height: 700 } });
  found.expect(new RegExp(`^a request to ${siteUrl}/`));
  await found.page.goto(siteUrl);
  return found;
}

/** Types of the events on the element, in order. */
const eventsOf = (page: Page) =>
  page.evaluate(() => {
    const types: string[] = [];
    (window as unknown as { types: string[] }).types = types;
    document.addEventListener("pathform", (event) => types.push((event as CustomEvent<{ type: string }>).detail.type));
  });
const typesOf = (page: Page) => page.evaluate(() => (window as unknown as { types: string[] }).types);
const untilTold = (page: Page, type: string) =>
  page.waitForFunction((type) => (window as unknown as { types: string[] }).types.includes(type), type);

test("fits the height of an inline form, passes hidden fields and sends events", async () => {
  const slug = await form();
  const { page } = await visitSite(`<div data-pathform="${slug}" data-title="Feedback" data-hidden-plan="pro"></div>`);
  await eventsOf(page);
  const frame = page.frameLocator("iframe[title=Feedback]");
  const field = frame.getByRole("textbox", { name: "A word, pro?" });
  await field.waitFor();
  const fits = () => {
    const element = document.querySelector("iframe") as HTMLIFrameElement;
    return element.style.height.endsWith("px") && element.clientHeight > 100 && element.clientHeight < 500;
  };
  await page.waitForFunction(fits);
  // wheels scroll the site, even while the frame is too low for its content
  const root = frame.locator("html");
  expect(await root.evaluate((html) => getComputedStyle(html).overflow)).toBe("hidden");
  const isWhole = () => root.evaluate((html) => html.scrollHeight <= html.clientHeight);
  await eventually(async () => expect(await isWhole()).toBe(true));
  // the embedded form didn't take the focus
  expect(await page.evaluate(() => document.activeElement?.tagName)).toBe("BODY");
  await field.fill("Soup");
  await field.press("Enter");
  const long = frame.getByRole("textbox", { name: "About long" });
  await long.fill("line\n".repeat(30));
  await eventually(async () => expect(await isWhole()).toBe(true));
  await long.press("Control+Enter");
  await frame.getByRole("heading", { name: "About end" }).waitFor();
  await untilTold(page, "completed");
  expect((await typesOf(page)).filter((type) => type !== "ready")).toEqual(["started", "step", "step", "completed"]);
});

test.each(["popup", "slider"])(
  "opens a %s with its button, traps the focus, and closes it with Escape or its button",
  async (mode) => {
    const slug = await form();
    const { page } = await visitSite(
      `<div data-pathform="${slug}" data-mode="${mode}" data-label="Give feedback" data-title="Feedback"></div>`,
    );
    const opener = page.getByRole("button", { name: "Give feedback" });
    const dialog = page.getByRole("dialog", { name: "Feedback" });
    await eventsOf(page);
    await opener.click();
    const field = dialog.frameLocator("iframe").getByRole("textbox");
    // from now on the form sends key events to the embedding page
    await untilTold(page, "ready");
    await field.fill("Half a wo");
    const hasFocus = () => opener.evaluate((button) => button === document.activeElement);
    await field.press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await eventually(async () => expect(await hasFocus()).toBe(true));
    await opener.click();
    expect(await field.inputValue()).toBe("Half a wo");
    await dialog.getByRole("button", { name: "Close" }).press("Escape");
    await dialog.waitFor({ state: "hidden" });
    await eventually(async () => expect(await hasFocus()).toBe(true));
  },
);

test("moves a dialog in and out, without motion if the device asks for none, and returns the focus", async () => {
  const slug = await form();
  const { page } = await visitSite(
    `<div data-pathform="${slug}" data-mode="slider"><a href="${siteUrl}/elsewhere">Open</a></div>`,
  );
  await page.emulateMedia({ reducedMotion: "no-preference" });
  // a click without focus, as in Safari
  const open = () =>
    page.evaluate(() => {
      (document.querySelector("[data-pathform] a") as HTMLElement).click();
      const dialog = document.querySelector("dialog") as HTMLDialogElement;
      return dialog.getAnimations().map(({ effect }) => effect?.getTiming().duration);
    });
  const close = page.getByRole("button", { name: "Close" });
  expect(await open()).toEqual([220]);
  const isOpenDuringMotion = await close.evaluate((button: HTMLElement) => {
    button.click();
    return button.closest("dialog")?.open;
  });
  expect(isOpenDuringMotion).toBe(true);
  await close.waitFor({ state: "hidden" });
  const focused = () => page.evaluate(() => document.activeElement?.textContent);
  await eventually(async () => expect(await focused()).toBe("Open"));
  await page.emulateMedia({ reducedMotion: "reduce" });
  expect(await open()).toEqual([]);
  expect(new URL(page.url()).pathname).toBe("/");
});

test("accepts messages only from the form's frame, and only while it shows the form", async () => {
  const [one, other] = [await form(), await form()];
  const { page } = await visitSite(`<div data-pathform="${one}"></div><div data-pathform="${other}" id="other"></div>`);
  await eventsOf(page);
  const frames = page.locator("iframe");
  await frames.nth(0).contentFrame().getByRole("textbox").fill("Soup");
  await untilTold(page, "started");
  expect((await typesOf(page)).filter((type) => type === "started")).toHaveLength(1);
  // the frame navigated to another site, which sends the form's messages
  const height = () => frames.nth(1).evaluate((frame: HTMLIFrameElement) => frame.style.height);
  const before = await height();
  await frames.nth(1).evaluate((frame: HTMLIFrameElement, url) => {
    frame.src = url;
    return new Promise((loaded) => frame.addEventListener("load", loaded, { once: true }));
  }, `${siteUrl}/empty`);
  await page.evaluate(() => {
    addEventListener("message", ({ data }) => Object.assign(window, { heard: data.height }));
  });
  const stranger = page.frames().find((frame) => frame.url().endsWith("/empty"));
  await stranger?.evaluate(() => parent.postMessage({ pathform: 1, slug: "x", type: "height", height: 9999 }, "*"));
  await page.waitForFunction(() => (window as unknown as { heard?: number }).heard === 9999);
  expect(await height()).toBe(before);
});

test("blocks sites that may not embed the form", async () => {
  const slug = await form({ embed_origins: ["https://example.com"] });
  const { page, expect: expectComplaint } = await visitSite(`<div data-pathform="${slug}"></div>`);
  expectComplaint(/frame-ancestors/);
  const blocked = page.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
  await page.reload();
  await blocked;
  expect(await page.frameLocator("iframe").getByRole("textbox").count()).toBe(0);
});

test("opens one dialog for a snippet that is pasted twice", async () => {
  const snippet = `<div data-pathform="${await form()}" data-mode="popup" data-label="Open"></div>${script()}`;
  const { page } = await visitSite(snippet);
  await page.waitForLoadState("networkidle");
  await page.getByRole("button", { name: "Open" }).first().click();
  await page.getByRole("dialog").frameLocator("iframe").getByRole("textbox").waitFor();
  expect(await page.locator("dialog").count()).toBe(1);
});

test("keeps what is typed in a frame when the script loads again", async () => {
  const { page } = await visitSite(`<div data-pathform="${await form()}"></div>`);
  const field = page.frameLocator("iframe").getByRole("textbox");
  await field.fill("Half a wo");
  await page.addScriptTag({ url: `${baseUrl()}/embed.js` });
  await page.addScriptTag({ url: `${baseUrl()}/embed.js`, type: "module" });
  await page.waitForLoadState("networkidle");
  expect(await field.inputValue()).toBe("Half a wo");
});

const source = async () => (await fetch(`${baseUrl()}/embed.js`)).text();
const ways: [way: string, html: () => string, load: (page: Page) => Promise<unknown>][] = [
  ["a module", () => `<script type="module" src="${baseUrl()}/embed.js"></script>`, async () => undefined],
  ["import()", () => "", (page) => page.evaluate(`import("${baseUrl()}/embed.js")`)],
  [
    "a loader that defers scripts",
    () => `<script type="text/plain" data-src="${baseUrl()}/embed.js"></script>`,
    async (page) => page.evaluate(await source()),
  ],
];

test.each(ways)("shows the form, never the site itself, as %s", async (_, snippet, load) => {
  const { page } = await visitSite(`<div data-pathform="${await form()}"></div>${snippet()}`, "");
  await load(page);
  await page.frameLocator("iframe").getByRole("textbox").waitFor();
});

test("takes the server from data-src, and shows nothing without an address of its own", async () => {
  const slug = await form();
  const { page, expect: expectComplaint } = await visitSite(
    `<div data-pathform="${slug}" id="lost"></div><div data-pathform="${slug}" data-src="${baseUrl()}/"></div>`,
    "",
  );
  expectComplaint(/data-src/);
  const error = page.waitForEvent("console", (message) => message.type() === "error");
  await page.evaluate(await source());
  expect((await error).text()).toMatch(/^Pathform: .*data-src/);
  await page.frameLocator("iframe").getByRole("textbox").waitFor();
  expect(await page.locator("#lost iframe").count()).toBe(0);
});

test("works in a frame that may not send forms", async () => {
  const address = `${baseUrl()}/f/${await form()}`;
  const { page, expect: expectComplaint } = await visitSite(
    `<iframe sandbox="allow-scripts allow-same-origin" src="${address}"></iframe>`,
    "",
  );
  // Chromium's own words
  expectComplaint(/allow-forms/);
  const frame = page.frameLocator("iframe");
  await frame.getByRole("textbox").fill("Soup");
  await frame.getByRole("textbox").press("Enter");
  await frame.getByRole("textbox", { name: "About long" }).fill("More");
  await frame.getByRole("button", { name: "Continue" }).click();
  await frame.getByRole("heading", { name: "About end" }).waitFor();
});

test("works in a frame that has no origin", async () => {
  const address = `${baseUrl()}/f/${await form()}`;
  const { page } = await visitSite(`<iframe sandbox="allow-scripts allow-forms" src="${address}"></iframe>`, "");
  const frame = page.frameLocator("iframe");
  await frame.getByRole("textbox").fill("Soup");
  await frame.getByRole("textbox").press("Enter");
  await frame.getByRole("textbox", { name: "About long" }).fill("More");
  await frame.getByRole("button", { name: "Continue" }).click();
  await frame.getByRole("heading", { name: "About end" }).waitFor();
});

test("leaves the history of the embedding page alone", async () => {
  const { page } = await visitSite(`<div data-pathform="${await form()}"></div>`);
  await eventsOf(page);
  const frame = page.frameLocator("iframe");
  const entries = () => page.evaluate(() => history.length);
  const before = await entries();
  await frame.getByRole("textbox").fill("Fine");
  await frame.getByRole("button", { name: "Continue" }).click();
  await frame.getByRole("heading", { name: "About long" }).waitFor();
  await frame.getByRole("textbox", { name: "About long" }).fill("More");
  await frame.getByRole("button", { name: "Continue" }).click();
  await frame.getByRole("heading", { name: "About end" }).waitFor();
  await untilTold(page, "completed");
  expect(await entries()).toBe(before);
});

test("redirects the embedding page from an end screen", async () => {
  const last = { ...end(), data: { title: "Bye", config: { redirect_url: "https://shop.example/thanks" } } };
  const slug = await publishForm(me, graphOf([node("q", "short_text"), last], [edge("q", "end")]));
  const { page, context, expect: expectComplaint } = await visitSite(`<div data-pathform="${slug}"></div>`);
  expectComplaint(/^a request to https:\/\/shop\.example\//);
  await context.route("https://shop.example/**", (route) => route.fulfill({ body: "Thanks" }));
  await page.frameLocator("iframe").getByRole("textbox").fill("Soup");
  await page.keyboard.press("Enter");
  await page.waitForURL("https://shop.example/thanks");
});

test.each([
  ["popup", 390, "de"],
  ["popup", 800, "ar"],
  ["slider", 390, "ar"],
  ["slider", 800, "de"],
] as const)("keeps the head of a %s of %i px in %s free of the button that closes it", async (mode, width, lang) => {
  const slug = await publishForm(
    me,
    {
      ...graphOf([node("q", "short_text"), end()], [edge("q", "end")]),
      translations: { de: { "q.title": "Ein Wort?" }, ar: { "q.title": "كلمة؟" } },
    },
    { title: "A survey with a title that fills the head of the page, from one end of it to the other" },
  );
  const { page } = await visitSite(
    `<div data-pathform="${slug}" data-mode="${mode}" data-lang="${lang}" data-label="Open"></div>`,
  );
  await page.setViewportSize({ width, height: 700 });
  await page.getByRole("button", { name: "Open" }).click();
  const close = page.locator("dialog > button");
  const frame = page.frameLocator("iframe");
  await eventually(async () => {
    const button = await close.boundingBox();
    for (const part of [frame.locator(".page-name"), frame.locator(".language-button")]) {
      const box = await part.boundingBox();
      const [before, after] = [(box?.x ?? 0) + (box?.width ?? 0), (button?.x ?? 0) + (button?.width ?? 0)];
      expect(before <= (button?.x ?? 0) || after <= (box?.x ?? 0)).toBe(true);
    }
  });
});

test("labels a popup in the language that it asks for, and in the one that the form shows", async () => {
  const slug = await publishForm(me, {
    ...graphOf([node("q", "short_text"), end()], [edge("q", "end")]),
    translations: { de: { "q.title": "Ein Wort?" }, fr: { "q.title": "Un mot ?" } },
  });
  const { page } = await visitSite(`<div data-pathform="${slug}" data-mode="popup" data-lang="de"></div>`);
  await page.getByRole("button", { name: "Formular öffnen" }).click();
  const dialog = page.getByRole("dialog", { name: "Formular" });
  await dialog.getByRole("button", { name: "Schließen" }).waitFor();
  const frame = page.frameLocator("iframe[title=Formular]");
  await frame.getByRole("heading", { name: "Ein Wort?" }).waitFor();
  await frame.locator(".language-button").click();
  await frame.getByRole("option", { name: "Français" }).click();
  await page.getByRole("dialog", { name: "Formulaire" }).getByRole("button", { name: "Fermer" }).waitFor();
  expect(await page.locator("iframe").getAttribute("title")).toBe("Formulaire");
});
