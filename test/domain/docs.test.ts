import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { expect, test } from "@jest/globals";
import { guides } from "../../services/web/ui/guides.ts";

/** Links of Markdown files, and paths of documents in code. */
const root = join(import.meta.dirname, "../..");
const filesOf = (...patterns: string[]): string[] =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", ...patterns], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((path) => path !== "" && existsSync(join(root, path)));
const read = (path: string): string => readFileSync(join(root, path), "utf8");

/** Returns the anchors of a document's headings, as GitHub makes them. */
function anchorsOf(path: string): Set<string> {
  const seen = new Map<string, number>();
  const headings = [...withoutCode(read(path)).matchAll(/^#{1,6} (.+)$/gm)].map(([, text = ""]) => {
    const anchor = text
      .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, "")
      .replaceAll(" ", "-");
    const before = seen.get(anchor) ?? 0;
    seen.set(anchor, before + 1);
    return before === 0 ? anchor : `${anchor}-${before}`;
  });
  return new Set(headings);
}

const withoutCode = (text: string): string => text.replace(/^ *```.*?^ *```$/gms, "");

test("links of documents lead to files and headings that exist", () => {
  const broken = filesOf("*.md").flatMap((path) =>
    [...withoutCode(read(path)).matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = ""]) => {
      if (/^[a-z]+:/.test(link)) return [];
      const [file = "", anchor] = link.split("#");
      const target = file === "" ? path : normalize(join(dirname(path), file));
      if (!existsSync(join(root, target))) return [`${path}: ${link}`];
      const isFound = anchor === undefined || !target.endsWith(".md") || anchorsOf(target).has(anchor);
      return isFound ? [] : [`${path}: ${link}`];
    }),
  );
  expect(broken).toEqual([]);
});

test("guides that pages link to exist, with their headings", () => {
  const missing = Object.values(guides).filter((address) => {
    const [, file = "", , anchor] = /^\/docs\/([\w/-]+)(#([\w-]+))?$/.exec(address) ?? [];
    const path = `docs/${file}.md`;
    return !existsSync(join(root, path)) || (anchor !== undefined && !anchorsOf(path).has(anchor));
  });
  expect(missing).toEqual([]);
});

test("documents that code names exist", () => {
  const paths = filesOf("*.ts", "*.tsx", "*.mjs", "*.js", "*.yaml", "*.yml", "*.conf", "*.json", ".ci/*").filter(
    (path) => !path.endsWith("package-lock.json"),
  );
  const missing = paths.flatMap((path) =>
    [...read(path).matchAll(/\bdocs\/[\w/-]+\.(?:md|json|http|txt)\b/g)]
      .filter(([named]) => !existsSync(join(root, named)))
      .map(([named]) => `${path}: ${named}`),
  );
  expect(missing).toEqual([]);
});
