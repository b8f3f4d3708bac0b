import { join } from "node:path";
import { type BrowserContext, chromium, type Page } from "playwright-core";
import { build, type Rolldown } from "vite";
import { largeLibrariesOnDemand } from "../../../services/web/building/largeLibraries.ts";

const address = "http://gallery.test/";

/** The gallery as files in memory: it is never written, and no server is needed to show it. */
async function builtGallery(): Promise<Map<string, string | Uint8Array>> {
  const result = await build({
    configFile: false,
    root: import.meta.dirname,
    logLevel: "warn",
    oxc: { jsx: { runtime: "automatic", importSource: "preact" } },
    plugins: [largeLibrariesOnDemand()],
    build: {
      write: false,
      minify: false,
      cssCodeSplit: false,
      modulePreload: false,
      rolldownOptions: { input: join(import.meta.dirname, "gallery.tsx"), output: { entryFileNames: "gallery.js" } },
    },
  });
  const { output } = result as Rolldown.RolldownOutput;
  const files = new Map(output.map((file) => [file.fileName, file.type === "chunk" ? file.code : file.source]));
  const style = [...files.keys()].find((name) => name.endsWith(".css"));
  const html = `<!doctype html><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Gallery</title><link rel="stylesheet" href="/${style}"><div id="page"></div><script type="module" src="/gallery.js"></script>`;
  return files.set("", html);
}

/** Chromium of this machine. */
export const launch = () =>
  chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });

/** Shows the gallery in the pages of this context. */
export async function openGallery(context: BrowserContext): Promise<Page> {
  const files = await builtGallery();
  await context.route(`${address}**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    const body = files.get(name);
    if (body === undefined) return route.fulfill({ status: 404 });
    const contentType = name.endsWith(".js") ? "text/javascript" : name.endsWith(".css") ? "text/css" : "text/html";
    return route.fulfill({ contentType, body: typeof body === "string" ? body : Buffer.from(body) });
  });
  const page = await context.newPage();
  await page.goto(address);
  await page.waitForFunction("window.show");
  return page;
}
