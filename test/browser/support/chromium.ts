import { type Browser, chromium } from "playwright-core";
import { findChromium } from "../../support/servers.ts";

/** A Chromium that ends with this process at the latest: then the pipe between them closes. */
export function launchChromium(): Promise<Browser> {
  // root, as in a container, has no sandbox
  const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
  return chromium.launch({ executablePath: findChromium() as string, args });
}
