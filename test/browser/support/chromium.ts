import { type Browser, chromium } from "playwright-core";
import { findChromium } from "../../support/servers.ts";

/** A Chromium that ends with this process at the latest: then the pipe between them closes. Throws where there is none. */
export async function launchChromium(): Promise<Browser> {
  const executablePath = findChromium();
  if (!executablePath)
    throw new Error("Chromium is not installed: neither chromium-headless-shell nor chromium is there.");
  // no test runs long enough to earn back what optimizing its code costs, and painting without a graphics card needs no
  // process of its own; root, as in a container, has no sandbox
  const args = ["--in-process-gpu", "--js-flags=--no-opt --no-maglev"];
  if (process.getuid?.() === 0) args.push("--no-sandbox");
  return chromium.launch({ executablePath, args });
}
