/**
 * `npm run web`: builds the pages into services/web/dist. With `--if-stale` only if their sources have changed since the last
 * build: the gateway runs it at its start (services/gateway/web/builtPages.ts). With `--check` also fails if a page is over its
 * budget, which is otherwise a warning on stderr. Builds take turns, and a new build replaces the last one only when it is
 * complete.
 */
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { lockFolder } from "../../../shared/platform/dataDir.ts";
import { isStale, type Stamp, sourcesHash, webDist } from "../../../shared/platform/webDist.ts";
import { overBudget, summary, weigh } from "./budgets.ts";
import { buildFonts } from "./fonts.ts";

// Vite makes what it finds there, and pages for developers are twice as heavy
// biome-ignore lint/style/noProcessEnv: a tool's own variable, of this process alone
process.env.NODE_ENV = "production";

const [ifStale, isCheck] = ["--if-stale", "--check"].map((option) => process.argv.includes(option));

const release = await lock();
try {
  const isNeeded = !(ifStale || isCheck) || isStale();
  if (isNeeded) await buildPages();
  if (isNeeded || isCheck) reportWeights();
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
  const { build, mergeConfig } = await import("vite");
  const { programs } = await import("./programs.ts");
  // stderr is logged as a warning, and slow plugins are only a busy machine
  const quiet = { build: { rolldownOptions: { checks: { bundlerTimings: false } } } };
  await buildFonts();
  for (const program of programs) await build(mergeConfig(program(next), quiet));
  compressFiles(next);
  writeFileSync(`${next}/stamp.json`, JSON.stringify(stamp));
  rmSync(webDist, { recursive: true, force: true });
  renameSync(next, webDist);
  process.stdout.write(`Pages built in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`);
}

/** Writes `.br` and `.gz` beside each text that a browser loads: once here, instead of once a request. */
function compressFiles(folder: string): void {
  for (const file of globSync(["assets/*.{js,css,svg}", "embed.js"], { cwd: folder })) {
    const path = join(folder, file);
    const bytes = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(bytes, { level: 9 }));
    writeFileSync(`${path}.br`, brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }));
  }
}

function reportWeights(): void {
  const weights = weigh(webDist);
  const problems = overBudget(weights);
  process.stdout.write(`${summary(weights)}\n`);
  if (problems.length === 0) return;
  process.stderr.write(`${problems.join("\n")}\n`);
  if (isCheck) process.exitCode = 1;
}
