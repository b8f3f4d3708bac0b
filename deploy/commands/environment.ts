import { readFileSync, writeFileSync } from "node:fs";
import { secretNames, variables } from "../../shared/platform/env.ts";

/**
 * `npm run environment`: writes the environment variables of shared/platform/env.ts to docs/operating.md. `--check` fails if the
 * table is out of date.
 */
const path = "docs/operating.md";
const marks = ["<!-- environment: npm run environment -->\n", "<!-- /environment -->"] as const;

const text = readFileSync(path, "utf8");
const [before = "", after = ""] = [text.split(marks[0])[0], text.split(marks[1])[1]];
const written = `${before}${marks[0]}${table()}${marks[1]}${after}`;
if (process.argv.includes("--check")) {
  if (written !== text) {
    console.error(`${path} is out of date. Run "npm run environment".`);
    process.exitCode = 1;
  }
} else writeFileSync(path, written);

function table(): string {
  const rows = Object.entries(variables).map(
    ([name, { fallback, must, meaning }]) => `| \`${name}\` | ${shown(fallback)} | ${cell(meaning)} | ${cell(must)} |`,
  );
  const secrets = `Each of these can also come from a file. Set \`<NAME>_FILE\` to its path: ${secretNames.map((name) => `\`${name}\``).join(", ")}.`;
  return ["| Variable | Default | Meaning | Must be |", "|---|---|---|---|", ...rows, "", secrets, ""].join("\n");
}

function shown(fallback: unknown): string {
  if (fallback === undefined || fallback === "" || (Array.isArray(fallback) && fallback.length === 0)) return "–";
  return `\`${Array.isArray(fallback) ? fallback.map(duration).join(",") : String(fallback)}\``;
}

/** Formats ms in the largest unit that gives an integer. */
function duration(ms: number): string {
  const units = { h: 3_600_000, m: 60_000, s: 1_000 };
  const [unit, size] = Object.entries(units).find(([, size]) => ms % size === 0) ?? ["ms", 1];
  return `${ms / size}${unit}`;
}

function cell(value: string): string {
  return value.replaceAll("|", "\\|").replaceAll("<", "&lt;");
}
