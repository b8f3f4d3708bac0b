/**
 * `npm run words`: checks the sentences in strings, pages, comments and test names against rules.ts. baseline.json has the maximum
 * findings per rule and folder. `--advice` prints all findings. `--update` lowers the baseline, or moves it between folders. Without
 * them, it also finds code that reads Pathform's own messages (ownMessages.ts).
 */
import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { type Counts, count, exceeded, folderOf, grown } from "./baseline.ts";
import { messageReadings } from "./ownMessages.ts";
import { type Area, rules } from "./rules.ts";
import { ofComments, ofModule, ofPage, ofTests, type Sentence } from "./sentences.ts";

const baselinePath = "test/words/baseline.json";
const baseline: Counts = JSON.parse(readFileSync(baselinePath, "utf8"));
const listed = ["ls-files", "-co", "--exclude-standard", "*.md", "*.ts", "*.tsx", "*.mjs", "*.mts"];
const files = execFileSync("git", listed, { encoding: "utf8" })
  .split("\n")
  .filter((path) => path !== "" && existsSync(path));

const isProduct = (path: string): boolean => /^(deploy|services|shared)\/.*\.tsx?$/.test(path);

/** The rules are for English. */
const inOtherLanguage = /^shared\/languages\/(?!en\/)\w+\//;

const findings = files.flatMap((path) => {
  if (inOtherLanguage.test(path)) return [];
  const source = readFileSync(path, "utf8");
  if (path.endsWith(".md")) return findingsIn(path, "docs", ofPage(source));
  // a migration that has run isn't edited anymore
  const isMigration = path.includes("/migrations/");
  const comments = isMigration ? [] : findingsIn(path, "comments", [...ofComments(source), ...ofTests(source)]);
  if (!isProduct(path)) return comments;
  return [...findingsIn(path, path.startsWith("services/web/") ? "ui" : "api", ofModule(source, path)), ...comments];
});
const errors = findings.filter(({ level }) => level === "error");
const counts = count(errors);

if (process.argv.includes("--advice")) print(findings);
else if (process.argv.includes("--update")) update();
else {
  check();
  checkReadings();
}

function findingsIn(path: string, area: Area, sentences: Sentence[]) {
  return sentences.flatMap(({ line, text }) =>
    rules
      .filter((rule) => rule.matches(text))
      .map(({ name, level }) => ({
        ...{ path, folder: folderOf(path), line, text },
        rule: area === "comments" ? `${name} in comments` : name,
        level: level(area),
      })),
  );
}

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

function checkReadings(): void {
  const modules = files.filter((path) => isProduct(path) && !inOtherLanguage.test(path));
  const found = messageReadings(modules.map((path) => ({ path, source: readFileSync(path, "utf8") })));
  if (found.length === 0) return;
  for (const { path, line, pattern } of found) console.log(`${path}:${line} reads a message: ${pattern}`);
  console.error("Pathform's own messages are only shown. Read the reason's keys (shared/domain/reason.ts) instead.");
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
