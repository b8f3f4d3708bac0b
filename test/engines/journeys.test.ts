import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { allTypesAnswers, allTypesKeys } from "../support/allTypes.ts";
import { baseUrl, expecting, type Owner, owner, publishForm, unique } from "../support/api.ts";
import { eventually } from "../support/eventually.ts";
import { images } from "../support/images.ts";
import { runFolder } from "../support/run.ts";
import { sampleForm } from "../support/sampleForms.ts";
import { chain, node } from "../support/sampleGraphs.ts";
import { type SilentProxy, startSilentProxy } from "../support/silentProxy.ts";
import { startFirefox } from "./firefox.ts";
import { type Visitor, visitorOf } from "./visitor.ts";
import { startWebkit } from "./webkit.ts";

/** The main tasks of respondents and owners in Firefox and WebKit. Chromium has the tests in test/browser. */
const engines: Record<string, { start: typeof startFirefox; keys: typeof allTypesKeys }> = {
  Firefox: { start: startFirefox, keys: allTypesKeys },
  WebKit: {
    start: startWebkit,
    // its date field doesn't move on after the last digit of a month or day
    keys: { ...allTypesKeys, arrival: ['"06"', "ArrowRight", '"03"', "ArrowRight", '"2026"', "Enter"] },
  },
};

let me: Owner;
let proxy: SilentProxy;
beforeAll(async () => {
  me = await owner();
  proxy = await startSilentProxy(baseUrl());
});
afterAll(() => proxy?.close());

/** Returns the answers of the only completed session, by node id. */
async function answersIn(slug: string, by: Owner = me): Promise<Record<string, unknown>> {
  const list = await expecting(200, by.get(`/api/v2/form/${slug}/responses/?status=completed`));
  const detail = await expecting(200, by.get(`/api/v2/form/${slug}/responses/${list.body.results[0].id}/`));
  const rows = detail.body.answers as { node_id: string; answer: unknown }[];
  return Object.fromEntries(rows.map(({ node_id, answer }) => [node_id, answer]));
}

describe.each(Object.entries(engines))("%s", (_, { start, keys: allKeys }) => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = visitorOf(await start({ width: 1280, height: 900 }));
  }, 120_000);
  afterAll(() => visitor?.close());

  const isAt = (id: string) => visitor.until(`document.querySelector("[data-heading]")?.id === "${id}-title"`);
  /** The question has the focus, so it handles keys. The page that opens leaves the focus where it is. */
  const isReady = async (isFirst = false) => {
    if (isFirst) await visitor.press("Tab");
    await visitor.until(`document.activeElement?.closest("form.question") !== null`);
  };

  async function press(keys: string[]): Promise<void> {
    for (const key of keys) {
      if (key.startsWith('"')) await visitor.type(key.slice(1, -1));
      else await visitor.press(key);
    }
  }

  async function upload(): Promise<void> {
    const photo = join(runFolder(), "photo.png");
    writeFileSync(photo, images.png);
    await visitor.chooseFile("input[type=file]", photo);
    await visitor.see("button", "Remove photo.png");
    await visitor.click("button", "Continue");
  }

  test("answers every type of question by keyboard", async () => {
    const slug = await publishForm(me, sampleForm("all-types").graph);
    await visitor.open(`${baseUrl()}/f/${slug}?ticket=vip`);
    for (const [id, keys] of Object.entries(allKeys)) {
      if (id === "consent") {
        await isAt("photos");
        await upload();
      }
      await isAt(id);
      await isReady(id === Object.keys(allKeys)[0]);
      await press(keys);
    }
    await isAt("end_happy");
    expect(await eventually(() => answersIn(slug))).toMatchObject(allTypesAnswers);
  }, 180_000);

  test("keeps half-typed and unsent answers across a lost connection and a reload", async () => {
    const slug = await publishForm(me, chain(...["one", "two", "three"].map((id) => node(id, "short_text"))));
    await visitor.open(proxy.before(`${baseUrl()}/f/${slug}`));
    await visitor.see("textbox", "About one");
    await isReady(true);
    await press(['"first"', "Enter"]);
    await isAt("two");
    await isReady();
    await proxy.refuse();
    try {
      await press(['"second"', "Enter"]);
      await isAt("three");
      await isReady();
      await press(['"thi"']);
      // the first answer too, if it was still on its way
      await visitor.until(`/\\d answers? not sent yet/.test(document.body.textContent)`);
    } finally {
      await proxy.listenAgain();
    }
    await visitor.open(proxy.before(`${baseUrl()}/f/${slug}`));
    await isAt("three");
    expect(await visitor.valueOf("textbox", "About three")).toBe("thi");
    await isReady(true);
    await press(["End", '"rd"', "Enter"]);
    await isAt("end");
    expect(await eventually(() => answersIn(slug))).toEqual({ one: "first", two: "second", three: "third" });
  }, 120_000);

  test("embeds a form in another site", async () => {
    const slug = await publishForm(me, chain(node("one", "short_text")));
    const site = createServer((_, response) => {
      response.setHeader("Content-Type", "text/html; charset=utf-8");
      response.end(
        `<!doctype html><title>Site</title><div data-pathform="${slug}" data-title="Feedback"></div>
        <script>document.addEventListener("pathform", ({ detail }) => { (window.events ??= []).push(detail.type); });</script>
        <script src="${baseUrl()}/embed.js" async></script>`,
      );
    }).listen(0, "127.0.0.1");
    await once(site, "listening");
    try {
      const { port } = site.address() as AddressInfo;
      await visitor.open(`http://localhost:${port}/`);
      await visitor.until(`document.querySelector("iframe")?.clientHeight > 100`);
      await visitor.enterFrame();
      await visitor.click("textbox", "About one");
      await press(['"Soup"', "Enter"]);
      await isAt("end");
      expect(await eventually(() => answersIn(slug))).toEqual({ one: "Soup" });
    } finally {
      site.close();
      site.closeAllConnections();
    }
  }, 120_000);

  test("leads an owner from a new account to a published form and its response", async () => {
    await visitor.open(`${baseUrl()}/register`);
    await visitor.click("textbox", "Your name");
    await press(['"Ada"', "Tab", `"${unique()}@example.com"`, "Tab", '"correct horse battery"', "Enter"]);
    await visitor.click("button", "New form");
    await visitor.click("button", /^Start blank/);
    await visitor.see("textbox", "Form title");
    await press(['"Drinks"', "Enter"]);
    await visitor.see("application", "Form graph");
    await visitor.click("button", "Add a question or screen");
    await visitor.see("combobox", "Add or find a question");
    await press(['"short"', "Enter"]);
    await visitor.see("textbox", "Title");
    await press(['"What would you like?"']);
    // the first question brought its end screen
    await visitor.click("button", "Publish");
    await visitor.see("dialog", "Publish version 1");
    await visitor.click("button", "Publish");
    await visitor.see("button", "Copy link");
    const slug = String(await visitor.run(`location.pathname.split("/")[2]`));
    await visitor.open(`${baseUrl()}/f/${slug}`);
    await visitor.see("textbox", "What would you like?");
    await isReady(true);
    await press(['"Tea"', "Enter"]);
    await isAt("thank_you");
    // everything sent: only the sign-in is left
    await visitor.until("localStorage.length === 1");
    await visitor.open(`${baseUrl()}/forms/${slug}/responses`);
    await visitor.see("columnheader", /What would you like/);
    await visitor.see("cell", "Tea");
  }, 180_000);
});
