import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";

/** Builds the gallery of the questions or of the dashboard's parts into a new folder. */
export async function buildGallery(folder: string, shown = "questions"): Promise<void> {
  await promisify(execFile)(process.execPath, [join(import.meta.dirname, "build.ts"), folder, shown]);
}

/** Shows the gallery in that folder at an address that the product doesn't serve. */
export async function openGallery(page: Page, folder: string, address: string): Promise<void> {
  await page.route(`${address}**`, (route) => {
    const name = route.request().url().slice(address.length);
    return route.fulfill({ path: join(folder, name || "index.html") });
  });
  await page.goto(address);
}
