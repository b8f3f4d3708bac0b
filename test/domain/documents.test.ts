import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** What the documents name is there: files and folders of the repository, and npm's scripts. */
const root = join(import.meta.dirname, "../..");
const folders = ["services", "shared", "deploy", "docs", "test", ".ci"];
const paths = folders
  .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((path) => `/${folder}/${path}`))
  .concat(readdirSync(root).map((name) => `/${name}`));
const { scripts } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

const documents = [
  ...["README.md", "CONTRIBUTING.md", "SECURITY.md"],
  ...["docs", "docs/adr"].flatMap((folder) =>
    readdirSync(join(root, folder))
      .filter((name) => name.endsWith(".md"))
      .map((name) => `${folder}/${name}`),
  ),
];

test.each(documents)("%s names nothing that is not there", (document) => {
  const text = readFileSync(join(root, document), "utf8");
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
