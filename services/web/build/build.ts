/**
 * `npm run web`: builds the pages into services/web/dist. `--if-stale` builds only if sources changed since the last build:
 * the gateway runs it when it starts (services/gateway/web/builtPages.ts). An exceeded budget is a warning on stderr, and an
 * error with `--check`. `--language=de` builds the dashboard with the strings of `strings/de.ts`. Builds run one at a time. A build replaces the last one once it is complete.
 */
import { globSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import { lockFolder } from "../../../shared/platform/dataDir.ts";
import { isStale, type Stamp, sourcesHash, webDist } from "../../../shared/platform/webDist.ts";
import { overBudget, summary, weigh } from "./budgets.ts";
import { buildFonts } from "./fonts.ts";

// Vite uses an existing value, and development builds are twice as large
// biome-ignore lint/style/noProcessEnv: a tool's own variable, of this process alone
process.env.NODE_ENV = "production";

/** Language of the dashboard (dashboardLanguage.ts). */
const language = process.argv.find((option) => option.startsWith("--language="))?.slice("--language=".length) ?? "en";
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
  // imported here, because a start without changes doesn't need them
  const { build, mergeConfig } = await import("vite");
  const { programs } = await import("./programs.ts");
  const { inLanguage, stringsOf } = await import("./dashboardLanguage.ts");
  const own = await stringsOf(language);
  // stderr is logged as a warning, and slow plugins only mean a busy machine
  const quiet = { build: { rolldownOptions: { checks: { bundlerTimings: false } } } };
  await buildFonts();
  const translated = own ? { plugins: [inLanguage(language, own)] } : {};
  for (const program of programs) await build(mergeConfig(mergeConfig(program(next), quiet), translated));
  compressFiles(next);
  writeFileSync(`${next}/stamp.json`, JSON.stringify(stamp));
  rmSync(webDist, { recursive: true, force: true });
  renameSync(next, webDist);
  process.stdout.write(`Pages built in ${((performance.now() - started) / 1000).toFixed(1)} s.\n`);
}

/** Writes `.br` and `.gz` beside each text file, so that requests don't compress. */
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
