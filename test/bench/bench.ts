import { runCommand } from "../../deploy/commands/command.ts";

/** `npm run bench -- <name>` (decisions §8): runs a benchmark module of this folder, which prints its table as Markdown. */
const benchmarks: Record<string, () => Promise<{ run(options: string[]): Promise<string> }>> = {
  respondents: () => import("./respondents/run.ts"),
  baseline: () => import("./respondents/baseline.ts"),
  page: () => import("./page.ts"),
  worst: () => import("./worst.ts"),
  overload: () => import("./overload/run.ts"),
  import: () => import("./imports.ts"),
  responses: () => import("./responses.ts"),
  corrected: () => import("./respondents/corrected.ts"),
  erasure: () => import("./erasure.ts"),
  idle: () => import("./idle.ts"),
  profile: () => import("./respondents/profile.ts"),
};

await runCommand(async () => {
  const [name = "", ...options] = process.argv.slice(2);
  const load = benchmarks[name];
  if (!load) {
    throw new Error(`Usage: npm run bench -- ${Object.keys(benchmarks).join(" | ")}`);
  }
  const { run } = await load();
  console.log(await run(options));
});
