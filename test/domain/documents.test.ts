import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { guides } from "../../services/web/ui/guides.ts";

/** Documents reference only existing files, scripts and headings. */
const root = join(import.meta.dirname, "../..");
const folders = ["services", "shared", "deploy", "docs", "test", ".ci"];
const paths = folders
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((path) => `/${folder}/${path}`))
  .concat(readdirSync(root).map((name) => `/${name}`));
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const textOf = (path: string) => readFileSync(join(root, path), "utf8");

const documents = paths.filter((path) => path.endsWith(".md")).map((path) => path.slice(1));

test.each(documents)("%s references only existing files and scripts", (document) => {
  const text = textOf(document);
  const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g)].map(([, path = ""]) => path);
  const ofRepository = named.filter(
    (path) => folders.some((folder) => path.startsWith(`${folder}/`)) || /\w\.(ts|mjs)$/.test(path),
  );
  const absent = ofRepository.filter((path) => {
    const end = `/${path.replace(/\/$/, "")}`;
    return !paths.some((known) => known.endsWith(end));
  });
  const run = [...text.matchAll(/npm run (?:-s )?([\w:]+)/g)].map(([, name = ""]) => name);
  expect({ absent, scripts: run.filter((name) => !(name in scripts)) }).toEqual({ absent: [], scripts: [] });
});

/** Returns GitHub's anchor of a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");

function isTarget(document: string, link: string): boolean {
  const [path = "", anchor] = link.split("#");
  const target = path === "" ? document : join(dirname(document), path);
  if (!existsSync(join(root, target))) return false;
  return (
    anchor === undefined ||
    [...textOf(target).matchAll(/^#+ (.*)$/gm)].some(([, text = ""]) => anchorOf(text) === anchor)
  );
}

test.each(documents)("%s links only to existing pages and headings", (document) => {
  const withoutCode = textOf(document).replace(/^ *```.*?^ *```$/gms, "");
  const links = [...withoutCode.matchAll(/\]\(([^)\s]+)\)|src="([^"]+)"/g)].map(
    ([, link, image]) => link ?? image ?? "",
  );
  const ours = links.filter((link) => !/^(https?|mailto):/.test(link));
  expect(ours.filter((link) => !isTarget(document, link))).toEqual([]);
});

test.each(["sharing", "webhooks", "integrations", "mails"])("docs/%s.md has the parts of a task", (page) => {
  const headings = [...textOf(`docs/${page}.md`).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  const needed = ["What you get", "Steps", "Example", "Reference", "Troubleshooting"];
  expect(headings.filter((heading = "") => needed.includes(heading))).toEqual(needed);
});

test.each(readdirSync(join(root, "docs/guide")))("docs/guide/%s has the parts of a guide", (page) => {
  const headings = [...textOf(`docs/guide/${page}`).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  expect(headings).toContain("Limits");
});

// ADR 6 keeps its layout until its decision changes
const decisions = readdirSync(join(root, "docs/adr")).filter((name) => !/^0006/.test(name));

test.each(decisions)("docs/adr/%s has the parts of a decision", (name) => {
  const headings = [...textOf(`docs/adr/${name}`).matchAll(/^## (.*)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(["Status", "Context", "Decision", "Alternatives", "Consequences"]);
});

test("code names only existing documents", () => {
  const code = paths.filter(
    (path) => /\.(ts|tsx|mjs|js|yaml|yml|conf|json)$|^\/\.ci\//.test(path) && !path.startsWith("/docs/"),
  );
  const missing = code.flatMap((path) =>
    [...textOf(path).matchAll(/\bdocs\/[\w/-]+\.(?:md|json|http|txt)\b/g)]
      .filter(([named]) => !existsSync(join(root, named)))
      .map(([named]) => `${path}: ${named}`),
  );
  expect(missing).toEqual([]);
});

test("guides that pages link to exist, with their headings", () => {
  const missing = Object.values(guides).filter((address) => {
    const [page = "", anchor] = address.replace(/^\/docs\//, "").split("#");
    return !isTarget("docs/README.md", `${page}.md${anchor === undefined ? "" : `#${anchor}`}`);
  });
  expect(missing).toEqual([]);
});
