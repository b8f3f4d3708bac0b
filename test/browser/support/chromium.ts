import { type Browser, chromium } from "playwright-core";
import { findChromium } from "../../support/servers.ts";

/** A Chromium that ends with this process at the latest: then the pipe between them closes. Throws where there is none. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath)
    throw new Error("Chromium is not installed: neither chromium-headless-shell nor chromium is there.");
  // root, as in a container, has no sandbox
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath, args });
}
