import { runCommand } from "../../deploy/commands/command.ts";

/** `npm run bench -- <name>` (decisions §8): runs a benchmark module of this folder, which prints its table as Markdown. */
const benchmarks: Record<string, () => Promise<{ run(options: string[]): Promise<string> }>> = {
  deliveries: () => import("./deliveries.ts"),
  respondents: () => import("./respondents/run.ts"),
  baseline: () => import("./respondents/baseline.ts"),
  builder: () => import("./builder/run.ts"),
  page: () => import("./page.ts"),
  worst: () => import("./worst.ts"),
  growth: () => import("./respondents/growth.ts"),
  export: () => import("./export/run.ts"),
  archive: () => import("./export/archive.ts"),
  overload: () => import("./overload/run.ts"),
  import: () => import("./imports.ts"),
  responses: () => import("./responses.ts"),
  scale: () => import("./scale.ts"),
  corrected: () => import("./respondents/corrected.ts"),
  erasure: () => import("./erasure.ts"),
  rush: () => import("./rush.ts"),
  idle: () => import("./idle.ts"),
  copies: () => import("./respondents/copies.ts"),
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
