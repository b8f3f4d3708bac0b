import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";

/** Takes a second; the folder is made anew. */
export async function buildGallery(folder: string): Promise<void> {
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, "build.ts"), folder]);
}

/** Shows the gallery that was built into that folder, at an address that nobody serves. */
export async function openGallery(page: Page, folder: string, address: string): Promise<void> {
  await page.route(`${address}**`, (route) => {
    const name = route.request().url().slice(address.length);
    return route.fulfill({ path: join(folder, name || "index.html") });
  });
  await page.goto(address);
  await page.waitForFunction("window.show");
}
