/**
 * `npm run words`: checks the sentences in strings and pages against rules.ts. baseline.json says how many findings each rule
 * may have in each folder. `--advice` prints every finding. `--update` lowers the baseline, or moves it between folders.
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { type Counts, count, exceeded, folderOf, grown } from "./baseline.ts";
import { type Area, rules } from "./rules.ts";
import { ofModule, ofPage } from "./sentences.ts";

const baselinePath = "test/words/baseline.json";
const baseline: Counts = JSON.parse(readFileSync(baselinePath, "utf8"));
const listed = ["ls-files", "-co", "--exclude-standard", "*.md", "services", "shared", "deploy"];
const files = execFileSync("git", listed, { encoding: "utf8" })
  .split("\n")
  .filter((path) => /\.(md|tsx?)$/.test(path) && !path.includes("/migrations/") && existsSync(path));

const findings = files.flatMap((path) => {
  const area: Area = path.endsWith(".md") ? "docs" : path.startsWith("services/web/") ? "ui" : "api";
  const sentences = (area === "docs" ? ofPage : ofModule)(readFileSync(path, "utf8"), path);
  return sentences.flatMap(({ line, text }) =>
    rules
      .filter((rule) => rule.matches(text))
      .map(({ name, level }) => ({ path, folder: folderOf(path), line, text, rule: name, level: level(area) })),
  );
});
const errors = findings.filter(({ level }) => level === "error");
const counts = count(errors);

if (process.argv.includes("--advice")) print(findings);
else if (process.argv.includes("--update")) update();
else check();

function print(some: typeof findings): void {
  for (const { path, line, rule, text } of some) console.log(`${path}:${line} ${rule}: ${text}`);
}

function check(): void {
  const over = exceeded(counts, baseline);
  if (over.length === 0) return;
  print(errors.filter((error) => over.some(({ rule, folder }) => rule === error.rule && folder === error.folder)));
  console.error(
    `Too many findings, see docs/words.md: ${over.map(({ rule, folder }) => `${rule} in ${folder}`).join(", ")}.`,
  );
  process.exitCode = 1;
}

function update(): void {
  const more = grown(counts, baseline);
  if (more.length === 0) writeFileSync(baselinePath, `${JSON.stringify(counts, null, 2)}\n`);
  else {
    console.error(`The baseline may only fall. There are more findings of: ${more.join(", ")}.`);
    process.exitCode = 1;
  }
}
