import { chromium } from "playwright-core";
import { guardProcess, processIsGone } from "../guard.ts";
import { share } from "../run.ts";
import { findChromium } from "../servers.ts";
import { ensure } from "./once.mts";
import { startFor } from "./product.mts";

/** The product in one process, and one Chromium for all test files: each test has a context of its own in it. */
export default async function start(): Promise<void> {
  await startFor("one");
  await ensure("chromium", async () => {
    const executablePath = findChromium() as string;
    // root, as in a container, has no sandbox
    const args = process.getuid?.() === 0 ? ["--no-sandbox"] : [];
    const server = await chromium.launchServer({ executablePath, args });
    const pid = server.process().pid as number;
    guardProcess(pid);
    share("browser", server.wsEndpoint());
    return {
      async stop() {
        await server.close();
        processIsGone(pid);
      },
    };
  });
}
