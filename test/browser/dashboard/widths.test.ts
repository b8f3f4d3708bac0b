import type { Page } from "playwright-core";
import { createForm, expecting, type Owner, owner, signedIn } from "../../support/api.ts";
import { visitAs } from "../support/browser.ts";
import { unreachedControls, widths } from "../support/reach.ts";
import { dashboardPages, makeScene, type Opened, opened, type Scene } from "./pages.ts";

/** The dashboard's pages at all widths, with names as long as people write. */
/** Pages whose parts scroll, not the page, from 900 px on. */
const fillsWindow = ["build", "canvas", "responses", "translations"];
let me: Owner;
let scene: Scene;
/** slug of a form without questions */
let empty: string;
beforeAll(async () => {
  me = await owner();
  scene = await makeScene(me);
  await makeNamesLong();
  empty = await createForm(me, { title: "Not begun" });
});

const start = (page: Page) => page.getByRole("heading", { name: "What’s your first question?" }).waitFor();

/** States of pages that lay other things over each other. */
// biome-ignore format: a table, one row a line
const states: readonly Opened[] = [
  ...dashboardPages.map((it) => ({ ...it, open: async () => undefined })),
  ...opened,
  { name: "empty list", path: () => `/forms/${empty}/build?view=list`, open: start },
  { name: "empty canvas", path: () => `/forms/${empty}/build?view=canvas`, open: start },
  { name: "rules", path: ({ slug }) => `/forms/${slug}/build?view=list`, open: openRules },
  { name: "palette", path: ({ slug }) => `/forms/${slug}/build?view=list`, open: (page) => page.keyboard.press("+") },
  { name: "empty responses", path: () => `/forms/${empty}/responses`, open: async () => undefined },
];

async function openRules(page: Page): Promise<void> {
  await page.getByRole("grid", { name: "Questions and screens" }).getByRole("row").first().click();
  await page.getByRole("tab", { name: "Logic" }).click();
}

test("no page breaks or covers a control at any width from 320 to 1,440 px", async () => {
  const { page, idle } = await visitAs(me, null, { viewport: { width: 1440, height: 900 } });
  const broken: string[] = [];
  for (const { name, path, open } of states) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await page.goto(path(scene));
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.getByText("Loading…").first().waitFor({ state: "detached" });
    await idle();
    await open(page);
    for (const width of widths.toReversed()) {
      await page.setViewportSize({ width, height: 900 });
      const isFull = fillsWindow.includes(name) && width >= 900;
      for (const fault of await faults(page, isFull)) broken.push(`${name} at ${width}: ${fault}`);
      for (const fault of await unreachedControls(page)) broken.push(`${name} at ${width}: ${fault}`);
    }
  }
  expect(broken).toEqual([]);
}, 300_000);

async function makeNamesLong(): Promise<void> {
  const by = signedIn(me.cookie);
  const long = "Would you recommend Northwind’s Donaudampfschifffahrtsgesellschaft to friends and colleagues?";
  const slugs = [scene.slug, scene.translated, scene.invited, scene.scored];
  for (const slug of slugs) await expecting(200, me.patch(`/api/v2/form/${slug}/`, { title: long }));
  const integration = { name: "Customer relations, Donaudampfschifffahrtsgesellschaft Wien" };
  await expecting(200, me.patch(`/api/integrations/webhook/${scene.integrationId}/`, integration));
  await expecting(200, by.patch("/api/auth/me/", { name: "Maximiliane Schmidt-Wolkenstein von Hohenlohe" }));
}

/**
 * Returns what is broken: sideways scroll, words of one letter a line, controls cut by the window, a bar at its edge.
 * `isFull`: a page that fills the window, which may not scroll at all.
 */
const faults = (page: Page, isFull: boolean): Promise<string[]> =>
  page.evaluate(async (isFull) => {
    // layouts that follow a media query in a script have rendered by then
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const found: string[] = [];
    const { scrollWidth, scrollHeight } = document.documentElement;
    if (scrollWidth > innerWidth) found.push(`${scrollWidth - innerWidth} px too wide`);
    if (isFull && scrollHeight > innerHeight) found.push(`${scrollHeight - innerHeight} px too high`);
    const words = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (words.nextNode()) {
      const text = words.currentNode.textContent ?? "";
      const parent = words.currentNode.parentElement;
      if (!/\p{L}{4}/u.test(text) || !parent?.checkVisibility({ opacityProperty: true })) continue;
      range.selectNodeContents(words.currentNode);
      const { width, height } = range.getBoundingClientRect();
      const size = Number.parseFloat(getComputedStyle(parent).fontSize);
      if (width > 1 && width < 2 * size && height > 4 * size) found.push(`one letter a line: ${text}`);
    }
    const isClipped = (element: Element): boolean => {
      const parent = element.parentElement;
      return parent !== null && (getComputedStyle(parent).overflowX !== "visible" || isClipped(parent));
    };
    for (const control of document.querySelectorAll("main :is(button, a, input, select, textarea)")) {
      const { left, right, width } = control.getBoundingClientRect();
      const isCut = width > 1 && (left < 0 || right > innerWidth);
      if (isCut && control.checkVisibility() && !isClipped(control)) found.push(`cut: ${control.textContent}`);
    }
    const tabs = document.querySelector('nav[aria-label="Pages of this form"]');
    for (const button of tabs?.parentElement?.querySelectorAll("button") ?? []) {
      const { top, height } = button.getBoundingClientRect();
      if (height > 0 && top < 4) found.push(`at the window's edge: ${button.textContent}`);
    }
    return found;
  }, isFull);
