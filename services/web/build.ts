/**
 * `npm run web`: builds the pages into services/web/dist. With `--if-stale` only when their sources have changed since;
 * so the gateway runs it at its start (services/gateway/web/site.ts). Builds take turns, and a page that is being built
 * takes the place of the one before only when it is whole.
 */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { lockFolder } from "../../shared/platform/dataDir.ts";
import { isStale, type Stamp, sourcesHash, webDist } from "../../shared/platform/webDist.ts";
import { overBudget, weigh } from "./building/budgets.ts";
import { compressFiles } from "./building/compress.ts";

// Vite makes what it finds there, and pages for developers are twice as heavy
// biome-ignore lint/style/noProcessEnv: a tool's own variable, of this process alone
process.env.NODE_ENV = "production";

const ifStale = process.argv.includes("--if-stale");

const release = await lock();
try {
  if (!ifStale || isStale()) await buildPages();
} finally {
  release();
}

async function lock(): Promise<() => void> {
  for (;;) {
    const held = await lockFolder(webDist, "build");
    if (held) return held;
    await sleep(100);
  }
}

async function buildPages(): Promise<void> {
  const started = performance.now();
  const stamp: Stamp = { sources: sourcesHash() };
  const next = `${webDist}.next`;
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next, { recursive: true });
  // imported here: a start that finds everything fresh does without them
  const { build } = await import("vite");
  const { programs } = await import("./building/programs.ts");
  for (const program of programs) await build(program(next));
  compressFiles(next);
  const weights = weigh(next);
  const problems = overBudget(weights);
  if (problems.length > 0) throw new Error(problems.join("\n"));
  writeFileSync(`${next}/stamp.json`, JSON.stringify(stamp));
  rmSync(webDist, { recursive: true, force: true });
  renameSync(next, webDist);
  const kb = Object.fromEntries(Object.entries(weights).map(([name, size]) => [name, size.toFixed(1)]));
  const seconds = ((performance.now() - started) / 1000).toFixed(1);
  process.stdout.write(
    `Pages built in ${seconds} s. kB of JavaScript: ${kb.first} before the first question, ${kb.whole} in all, embed.js ${kb.embed}; dashboard ${kb.dashboard}, builder ${kb.builder}.\n`,
  );
}
