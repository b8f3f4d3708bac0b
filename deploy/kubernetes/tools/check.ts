import { existsSync, globSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "../../commands/command.ts";
import { derivedFiles, overlays } from "./overlays.ts";
import { chart, lintChart, type Manifest, render, renderChart } from "./render.ts";
import { problemsOf } from "./rules.ts";
import { validate } from "./schemas.ts";

/**
 * `npm run check:kubernetes [-- <values or folder> …]`: renders the Helm chart with files of values, or kustomizations with their
 * folder `migrate`, and checks them strictly. Without arguments, checks the chart's examples and the overlays, and that the overlays
 * come from the chart. Needs helm, kustomize, kubeconform and Go (.ci/run installs them).
 */
await runCommand(async () => {
  const { positionals } = parseArgs({ allowPositionals: true });
  let count = 0;
  const report = (source: string, objects: number, problems: string[]) => {
    count += problems.length;
    console.log(`${source}: ${objects} objects, ${problems.length} problems`);
    for (const problem of problems) console.log(`  ${problem}`);
  };
  for (const source of positionals.length > 0 ? positionals : shipped()) {
    for (const [name, manifests] of renderings(source)) {
      report(name, manifests.length, [...validate(manifests), ...problemsOf(manifests)]);
    }
  }
  if (positionals.length === 0) {
    const files = derivedFiles();
    const stale = files.filter(({ path, text }) => !existsSync(path) || readFileSync(path, "utf8") !== text);
    report(
      "npm run overlays",
      files.length,
      stale.map(({ path }) => `${relative("", path)} isn't the chart's`),
    );
  }
  if (count > 0) throw new Error(`${count} problems.`);
});

function shipped(): string[] {
  return [
    ...globSync(join(chart, "examples/*.yaml")).map((path) => relative("", path)),
    ...overlays.map((name) => `deploy/kubernetes/overlays/${name}`),
  ];
}

/** Returns the objects of an installation and of an upgrade, by what they are called in the report. */
function renderings(source: string): [string, Manifest[]][] {
  if (/\.ya?ml$/.test(source)) {
    lintChart(source);
    return [
      [source, renderChart(source)],
      [`${source} (upgrade)`, renderChart(source, ["--is-upgrade"])],
    ];
  }
  const folders = [source, join(source, "migrate")].filter((folder) => folder === source || existsSync(folder));
  return folders.map((folder) => [folder, render(folder)]);
}
