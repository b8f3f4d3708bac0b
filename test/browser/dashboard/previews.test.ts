import type { Page } from "playwright-core";
import { expecting, type Owner, owner, publishForm } from "../../support/api.ts";
import { eventually } from "../../support/eventually.ts";
import { chain, end, node } from "../../support/sampleGraphs.ts";
import { visitAs } from "../support/browser.ts";
import { row } from "./builder/opened.ts";

/** Previews are the respondent page, and stay where they are whatever a form does. */
const target = "https://shop.example/thanks";
let me: Owner;
let slug: string;
let theme: string;
beforeAll(async () => {
  me = await owner();
  const graph = chain(node("q", "yes_no"), node("file", "file_upload"));
  const nodes = [...graph.nodes.slice(0, -1), end("end", { redirect_url: target, redirect_delay_s: 0 })];
  slug = await publishForm(me, { ...graph, nodes });
  await expecting(200, me.put(`/api/v2/form/${slug}/draft/translations/de/`, { texts: { "q.title": "Frage" } }));
  theme = (await expecting(201, me.post("/api/v2/theme/", { name: "Plain" }))).body.id;
});

const redirecting = chain(node("start", "welcome_screen"));
redirecting.nodes = [...redirecting.nodes.slice(0, -1), end("end", { redirect_url: target, redirect_delay_s: 0 })];

type Preview = [name: string, path: (slug: string) => string, open: (page: Page) => Promise<unknown>];
const asIs = async () => undefined;
const previews: Preview[] = [
  ["the list", () => `/forms/${slug}/build?view=list`, (page) => row(page, /About end/).click()],
  [
    "the whole form beside the list",
    () => `/forms/${slug}/build?view=list`,
    async (page) => {
      await row(page, /About q/).click();
      await page.getByRole("radio", { name: "Whole form" }).check({ force: true });
    },
  ],
  [
    "the palette",
    () => `/forms/${slug}/build?view=list`,
    async (page) => {
      await row(page, /About q/).waitFor();
      await page.keyboard.press("+");
    },
  ],
  [
    "the logic trace",
    () => `/forms/${slug}/build?view=canvas`,
    (page) => page.getByRole("button", { name: "Preview", exact: true }).click(),
  ],
  [
    "versions",
    () => `/forms/${slug}/versions`,
    (page) => page.getByRole("button", { name: "Preview version 1" }).click(),
  ],
  ["translations", () => `/forms/${slug}/translations?language=de`, asIs],
  ["the share page", () => `/forms/${slug}/share`, asIs],
  ["a theme", () => `/settings/themes/${theme}`, asIs],
  [
    "a template",
    () => "/",
    async (page) => {
      await page.getByRole("button", { name: "New form" }).first().click();
      await page.getByRole("dialog", { name: "New form" }).getByRole("button", { name: "Event registration" }).click();
    },
  ],
];

test.each(previews)(
  "stays on the page when a form redirects, links elsewhere or has a file: %s",
  async (_, path, open) => {
    const {
      page,
      context,
      expect: expectComplaint,
    } = await visitAs(me, path(slug), { viewport: { width: 1440, height: 900 } });
    expectComplaint(/sandbox|block/i);
    await page.waitForLoadState("networkidle");
    await open(page);
    const around = page.url();
    const frame = page.locator("iframe").last();
    await frame.waitFor();
    const inside = frame.contentFrame();
    await inside.getByRole("heading").first().waitFor();
    const others: string[] = [];
    context.on("page", (other) => others.push(other.url()));
    page.on("download", (file) => others.push(file.url()));
    const form = { ...(await expecting(200, me.get(`/api/v2/r/${slug}/`))).body, graph: redirecting };
    const message = { pathform: 1, type: "preview", form, answers: [{ node_id: "start", answer: null }] };
    // the dashboard's own form can still come after this one
    await eventually(async () => {
      await page.evaluate((sent) => {
        const all = [...document.querySelectorAll("iframe")];
        all.at(-1)?.contentWindow?.postMessage(sent, location.origin);
      }, message);
      await inside.locator(".button-go").dispatchEvent("click", {}, { timeout: 1_000 });
      await inside.getByRole("status").filter({ hasText: target }).waitFor({ timeout: 1_000 });
    });
    await inside.locator("body").evaluate((body, href) => {
      for (const [target, download] of [
        ["_top", null],
        ["_blank", null],
        ["_self", "a.csv"],
      ] as const) {
        const link = Object.assign(document.createElement("a"), { href: download ? "data:text/csv,a" : href, target });
        if (download) link.download = download;
        body.append(link);
        link.click();
      }
      window.open(href);
    }, target);
    // a navigation would have begun before this reply
    await page.evaluate(() => fetch("/readyz").then((reply) => reply.text()));
    expect([page.url(), others]).toEqual([around, []]);
  },
);

test("says where the draft’s own redirect leads, and keeps the builder", async () => {
  const { page } = await visitAs(me, `/forms/${slug}/build?view=list`, { viewport: { width: 1440, height: 900 } });
  await row(page, /About end/).click();
  const note = `Respondents are redirected to ${target}. This preview stays here.`;
  await page.frameLocator("iframe").getByText(note).waitFor();
  await page.getByRole("textbox", { name: "Title" }).fill("Thank you");
  await page.frameLocator("iframe").getByRole("heading", { name: "Thank you" }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/forms/${slug}/build`);
});
