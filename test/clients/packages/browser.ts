/**
 * The packages for browsers on a site of another origin: React's frame is drawn, tells its events and goes with its component; the
 * sample page keeps answers through a lost network and a reload. `node browser.ts <project>`: a folder that has the packages installed.
 */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { build } from "esbuild";
import type { Page } from "playwright-core";
import { launchChromium } from "../../browser/support/chromium.ts";
import { client, expecting, publishForm } from "../../support/api.ts";

const [, , project = ""] = process.argv;
const server = String(process.env.PATHFORM_URL);
const owner = client({ authorization: `Bearer ${process.env.PATHFORM_KEY}` }, server);
const packages = join(project, "node_modules/@pathform");

await build({
  entryPoints: [join(project, "app.tsx")],
  bundle: true,
  format: "esm",
  outfile: join(project, "app.js"),
  define: { "process.env.NODE_ENV": '"production"' },
  logLevel: "error",
});

const types: Record<string, string> = { ".html": "text/html", ".js": "text/javascript" };
const site = createServer(({ url = "" }, response) => {
  const { pathname } = new URL(url, "http://site");
  if (pathname === "/react") {
    response.setHeader("Content-Type", "text/html");
    return response.end('<!doctype html><title>Site</title><script type="module" src="/app.js"></script>');
  }
  const file = pathname === "/app.js" ? join(project, "app.js") : join(packages, pathname);
  response.setHeader("Content-Type", types[extname(file)] ?? "application/octet-stream");
  response.end(readFileSync(file));
}).listen(0, "localhost");
await new Promise((resolve) => site.once("listening", resolve));
const origin = `http://localhost:${(site.address() as AddressInfo).port}`;

const slug = await publishedForm();
const browser = await launchChromium();
try {
  const context = await browser.newContext();
  const page = await context.newPage();
  page.on("pageerror", (error) => assert.fail(error));
  await embedded(page);
  await ownPage(page, (isOffline) => context.setOffline(isOffline));
} finally {
  await browser.close();
  site.close();
}

async function embedded(page: Page): Promise<void> {
  await page.goto(`${origin}/react?server=${server}&slug=${slug}`);
  await page.getByText("Read Lunch").waitFor();
  const frame = page.frameLocator("iframe");
  await frame.getByText("Yes").click();
  await frame.getByRole("textbox").fill("Soup");
  await page.keyboard.press("Enter");
  await frame.getByText("Bye").waitFor();
  await page.getByText("started completed").waitFor();
  await page.getByRole("button", { name: "Hide" }).click();
  assert.equal(await page.locator("iframe").count(), 0);
  await page.getByRole("button", { name: "Show" }).click();
  await page.frameLocator("iframe").getByRole("heading").first().waitFor();
}

async function ownPage(page: Page, setOffline: (isOffline: boolean) => Promise<void>): Promise<void> {
  const next = page.getByRole("button", { name: "Next" });
  await page.goto(`${origin}/respond/sample.html?server=${server}&slug=${slug}`);
  await page.getByRole("heading", { name: "Hungry?" }).waitFor();
  await next.click();
  await page.getByRole("alert").getByText(/./).waitFor();
  await page.getByLabel("Yes").check();
  await next.click();
  await page.getByRole("heading", { name: "Which dish?" }).waitFor();
  await setOffline(true);
  await page.getByRole("textbox").fill("Stew");
  await next.click();
  await page
    .getByText("Your last answers are being sent.")
    .or(page.getByRole("heading", { name: "Bye" }))
    .waitFor();
  await setOffline(false);
  await page.getByRole("heading", { name: "Bye" }).waitFor();
  await answersOf(["Soup", "Stew"]);

  await page.goto(`${origin}/respond/sample.html?server=${server}&slug=${slug}`);
  await page.getByLabel("Yes").check();
  await next.click();
  await page.getByRole("textbox").fill("Half typ");
  await page.reload();
  await page.getByRole("textbox").waitFor();
  assert.equal(await page.getByRole("textbox").inputValue(), "Half typ");
}

/** Waits until the service has these answers. */
async function answersOf(expected: string[]): Promise<void> {
  const path = `/api/v2/form/${slug}/responses/?status=completed&include=answers`;
  for (let tries = 0; ; tries += 1) {
    const { body } = await expecting(200, owner.get(path));
    const dishes = body.results
      .map(({ answers }: { answers: { dish?: { text: string } } }) => answers.dish?.text)
      .sort();
    if (JSON.stringify(dishes) === JSON.stringify(expected)) return;
    assert.ok(tries < 100, `The service has ${JSON.stringify(dishes)}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function publishedForm(): Promise<string> {
  const node = (id: string, type: string, title: string) => ({
    id,
    question_type: type,
    data: { title, is_required: type !== "end_screen" },
  });
  const graph = {
    schema_version: "2.0",
    entry_node_id: "hungry",
    fallback_end_node_id: "bye",
    nodes: [
      node("hungry", "yes_no", "Hungry?"),
      node("dish", "short_text", "Which dish?"),
      { id: "bye", question_type: "end_screen", data: { title: "Bye" } },
    ],
    edges: [
      { from: "hungry", to: "dish", condition: null },
      { from: "dish", to: "bye", condition: null },
    ],
  };
  return publishForm(owner, graph, { title: "Lunch" });
}
