import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** Packages that every process loads from bundles (deploy/bundledPackages.mjs), test files too. */
const root = join(import.meta.dirname, "../..");
/** specifier, whether it comes from a bundle, names of its exports */
type Exported = [string, boolean, string[]];
const evaluate = (code: string) => {
  const args = ["--input-type=module", "--eval", code];
  return JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: "utf8" }));
};
const specifiers: string[] = evaluate(
  `console.log(JSON.stringify((await import("./deploy/bundledPackages.mjs")).specifiers))`,
);
const imported = specifiers.map((name) => `${JSON.stringify(name)}: await import(${JSON.stringify(name)})`).join(", ");
const report = `
  const all = Object.entries({ ${imported} });
  console.log(JSON.stringify(all.map(([name, exported]) => [name, import.meta.resolve(name).includes("/.cache/"), Object.keys(exported)])));
`;

test("come from their bundles, and export all that the packages do", () => {
  const bundled: Exported[] = evaluate(`await import("./deploy/bundledPackages.mjs"); ${report}`);
  const plain: Exported[] = evaluate(report);
  expect(bundled.map(([name, isBundled]) => [name, isBundled])).toEqual(specifiers.map((name) => [name, true]));
  expect(plain.map(([name, isBundled]) => [name, isBundled])).toEqual(specifiers.map((name) => [name, false]));
  const lost = plain.map(([name, , names], place) => [
    name,
    names.filter((exported) => exported !== "__esModule" && !bundled[place]?.[2].includes(exported)),
  ]);
  expect(lost).toEqual(specifiers.map((name) => [name, []]));
});

test("come from their bundles in a thread too", () => {
  const thread = `import { parentPort } from "node:worker_threads"; parentPort.postMessage(import.meta.resolve("typebox"));`;
  const resolved: string = evaluate(`
    await import("./deploy/bundledPackages.mjs");
    const { preloads } = await import("./shared/platform/threads.ts");
    const { Worker } = await import("node:worker_threads");
    const thread = new Worker(new URL(${JSON.stringify(`data:text/javascript,${thread}`)}), { execArgv: preloads() });
    thread.once("message", (url) => console.log(JSON.stringify(url)));
  `);
  expect(resolved).toContain("/.cache/");
});

test("are imported by these names alone: by another, a package would be loaded twice", () => {
  const packages = specifiers.map((name) => name.replace("libphonenumber-js/max", "libphonenumber-js"));
  const sources = globSync("{services,shared}/**/*.ts", { cwd: root, exclude: ["services/web/**"] });
  const others = sources.flatMap((file) =>
    [...readFileSync(join(root, file), "utf8").matchAll(/^import (?!type ).*from "([^"]+)"/gm)]
      .map(([, name = ""]) => name)
      .filter((name) => packages.some((known) => name === known || name.startsWith(`${known}/`)))
      .filter((name) => !specifiers.includes(name))
      .map((name) => `${file}: ${name}`),
  );
  expect(others).toEqual([]);
});
