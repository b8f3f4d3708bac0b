import { runCommand } from "../commands/command.ts";

/** `npm run bench -- <name>` (decisions §8): each benchmark is a module here that prints its table as Markdown. */
const benchmarks: Record<string, () => Promise<{ run(): Promise<string> }>> = {
  deliveries: () => import("./deliveries.ts"),
  respondents: () => import("./respondents/run.ts"),
};

await runCommand(async () => {
  const [name = "", ...surplus] = process.argv.slice(2);
  const load = benchmarks[name];
  if (!load || surplus.length > 0) {
    throw new Error(`Usage: npm run bench -- ${Object.keys(benchmarks).join(" | ")}`);
  }
  const { run } = await load();
  console.log(await run());
});
