import { existsSync } from "node:fs";
import { type Browser, chromium } from "playwright-core";

/** Where Debian puts Chromium, and the one that is made for use without a window. */
const programs = ["/usr/bin/chromium", "/usr/bin/chromium-headless-shell"];

/** Throws where there is none. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = programs.find(existsSync);
  if (!executablePath) throw new Error(`Chromium is not installed: neither ${programs.join(" nor ")} is there.`);
  return chromium.launch({ executablePath, args: ["--no-sandbox"] });
}
