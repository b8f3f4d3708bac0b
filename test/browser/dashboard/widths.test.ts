import type { Page } from "playwright-core";
import { expecting, type Owner, owner, publishForm, signedIn } from "../../support/api.ts";
import { sampleForm } from "../../support/sampleForms.ts";
import { invite, inWorkspace } from "../../support/team.ts";
import { visitAs } from "../support/browser.ts";
import { dashboardPages, makeScene, openPage, type Scene } from "./pages.ts";

/** Every page at every width, with long names: nothing leaves the window, and no word breaks into letters. */
const widths = Array.from({ length: 57 }, (_, at) => 1440 - at * 20);
const long =
  "Donaudampfschifffahrtsgesellschaftskapitänsmützen and everything else that people asked for in the spring survey";
let me: Owner;
let scene: Scene;
beforeAll(async () => {
  me = await owner();
  scene = await makeScene(me);
  const by = signedIn(me.cookie);
  await publishForm(me, sampleForm("nps").graph, { title: long });
  await expecting(201, by.post("/api/account/api-keys/", { name: long.slice(0, 100), scopes: ["responses:read"] }));
  await expecting(201, by.post("/api/v2/theme/", { name: long.slice(0, 100) }));
  const config = { url: "https://hooks.example.com/a-very-long-path/that-names-the-whole-company-and-its-department" };
  await expecting(201, me.post("/api/integrations/webhook/", { name: long.slice(0, 100), config }));
  const { body: account } = await expecting(200, by.get("/api/auth/me/"));
  await invite(inWorkspace(me.cookie, account.account_id), account.account_id, {
    email: `${"wilhelmine-".repeat(5)}x@subsidiary.department.example`,
    role: "viewer",
  });
});

/** Returns what is wrong at the present width. Runs in the page. */
function faultsOf(): string[] {
  const width = document.documentElement.clientWidth;
  const faults = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > width) faults.push(`scrolls sideways by ${scrollWidth - width} px`);
  const named = (element: Element | null) =>
    (element?.textContent ?? "").trim().slice(0, 40) || element?.outerHTML.slice(0, 80);
  /** content that may be wider scrolls in a box of its own */
  const scrolls = (element: Element | null): boolean => {
    for (let at = element; at && at !== document.body; at = at.parentElement)
      if (getComputedStyle(at).overflowX !== "visible") return true;
    return false;
  };
  for (const control of document.querySelectorAll("button, a, input, select, [role=switch]")) {
    if (!control.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const { left, right, width: own } = control.getBoundingClientRect();
    if (own > 1 && (left < -1 || right > width + 1) && !scrolls(control))
      faults.push(`leaves the window: ${named(control)}`);
  }
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    const parent = node.parentElement;
    const [word = ""] = (node.textContent ?? "").match(/\p{L}{5,}/u) ?? [];
    if (word === "" || !parent?.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue;
    const range = document.createRange();
    const at = (node.textContent ?? "").indexOf(word);
    range.setStart(node, at);
    range.setEnd(node, at + word.length);
    const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
    if (lines.size >= word.length / 2) faults.push(`breaks into letters: ${word}`);
  }
  return faults;
}

async function faultsAt(page: Page): Promise<Record<string, string[]>> {
  const found: Record<string, string[]> = {};
  for (const width of widths) {
    await page.setViewportSize({ width, height: 900 });
    for (const fault of await page.evaluate(faultsOf)) found[fault] = [...(found[fault] ?? []), String(width)];
  }
  return found;
}

test("no page scrolls sideways or breaks words from 320 to 1,440 px", async () => {
  const { page } = await visitAs(me, null, { viewport: { width: 1440, height: 900 } });
  const found: Record<string, Record<string, string[]>> = {};
  for (const one of dashboardPages) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await openPage(page, one, scene);
    await page.waitForLoadState("networkidle");
    const faults = await faultsAt(page);
    if (Object.keys(faults).length > 0) found[one.name] = faults;
  }
  expect(found).toEqual({});
}, 300_000);
