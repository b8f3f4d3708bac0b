import { execFileSync } from "node:child_process";
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "@jest/globals";
import { readDockerfile } from "../support/compose.ts";
import { runFolder } from "../support/run.ts";

/** The image (deploy/Dockerfile) without building it. */
const root = join(import.meta.dirname, "../..");

test("the image runs as a numeric user, and names its version", () => {
  const { user, text } = readDockerfile();
  expect(user).toMatch(/^[1-9]\d*:[1-9]\d*$/);
  expect(text).toMatch(/org\.opencontainers\.image\.version=/);
  expect(text).toMatch(/org\.opencontainers\.image\.revision=/);
});

test("all stages use one base, which a release names by its digest", () => {
  const text = readFileSync(join(root, "deploy/Dockerfile"), "utf8");
  const bases = [...text.matchAll(/^FROM (\S+)/gm)].map(([, base]) => base);
  expect(new Set(bases)).toEqual(new Set(["$" + "{NODE_IMAGE}"]));
  const { customManagers } = JSON.parse(readFileSync(join(root, "renovate.json"), "utf8"));
  const [pattern] = customManagers[0].matchStrings;
  const named = text.replace("ARG NODE_IMAGE=node:24-slim", `ARG NODE_IMAGE=node:24-slim@sha256:${"a".repeat(64)}`);
  expect(new RegExp(pattern).exec(named)?.groups).toMatchObject({
    depName: "node",
    currentValue: "24-slim",
    currentDigest: `sha256:${"a".repeat(64)}`,
  });
});

test("deletes source maps and declarations of packages, and prints their licenses", () => {
  const folder = mkdtempSync(join(runFolder(), "image-"));
  const files = {
    "a/package.json": '{ "name": "a", "version": "1.2.3", "license": "MIT" }',
    "a/LICENSE.md": "Copyright of a",
    "a/index.js": "",
    "a/index.js.map": "",
    "a/index.d.ts": "",
    "@b/c/package.json": '{ "name": "@b/c", "version": "0.1.0", "license": "ISC" }',
    "@b/c/dist/types/index.d.cts": "",
    "a/node_modules/d/package.json": '{ "name": "d", "version": "2.0.0", "license": "Apache-2.0" }',
    "@opentelemetry/f/package.json": '{ "name": "@opentelemetry/f", "version": "3.0.0" }',
    "@opentelemetry/f/dist/node/index.cjs": "",
    "@opentelemetry/f/dist/node/index.mjs": "",
    "@types/e/package.json": '{ "name": "@types/e", "version": "1.0.0" }',
  };
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(join(folder, "node_modules", dirname(file)), { recursive: true });
    writeFileSync(join(folder, "node_modules", file), text);
  }
  const modules = join(folder, "node_modules");
  const notices = execFileSync(process.execPath, ["deploy/slim.mjs", modules], { cwd: root, encoding: "utf8" });
  expect(notices).toContain("a 1.2.3 (MIT)\n\nCopyright of a\n");
  expect(notices).toContain("@b/c 0.1.0 (ISC)");
  expect(notices).toContain("d 2.0.0 (Apache-2.0)");
  const left = globSync("**/*.{js,cjs,mjs,json,map,ts,cts}", { cwd: modules }).sort();
  expect(left).toEqual([
    "@b/c/package.json",
    "@opentelemetry/f/dist/node/index.mjs",
    "@opentelemetry/f/package.json",
    "a/index.js",
    "a/node_modules/d/package.json",
    "a/package.json",
  ]);
  expect(existsSync(join(modules, "@types"))).toBe(false);
});
