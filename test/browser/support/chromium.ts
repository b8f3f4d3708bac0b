import { type Browser, chromium } from "playwright-core";
import { findChromium } from "../../support/servers.ts";

/** Launches a Chromium that ends with this process, when their pipe closes. Throws if there is none. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath)
    throw new Error("Chromium is not installed: neither chromium-headless-shell nor chromium is there.");
  // Tests are too short for optimized JavaScript to pay off. Painting without a GPU needs no process. Root, as in a
  // container, has no sandbox.
  const args = ["--in-process-gpu", "--js-flags=--no-opt --no-maglev"];
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  return chromium.launch({ executablePath, args });
}
