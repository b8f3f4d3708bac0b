import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "@jest/globals";
import { oauthTypes } from "../../shared/domain/integrations/index.ts";
import { isKnown } from "../../shared/platform/env.ts";
import { runFolder } from "../support/run.ts";

/** docker-compose.yml as Docker Compose's own loader (compose-go) reads it: schema, interpolation, .env and env_file. */
const root = join(import.meta.dirname, "../..");
const loader = join(runFolder(), "composeLoader");
let folder: string;

beforeAll(() => {
  execFileSync("go", ["build", "-o", loader, "."], { cwd: join(import.meta.dirname, "compose"), stdio: "pipe" });
}, 120_000);
beforeEach(() => {
  folder = mkdtempSync(join(runFolder(), "compose-"));
  mkdirSync(join(folder, "deploy/compose"), { recursive: true });
  for (const file of ["docker-compose.yml", "deploy/compose/newEnv"]) cpSync(join(root, file), join(folder, file));
});

interface Loaded {
  services: Record<string, { image?: string; environment: Record<string, string> }>;
}

function load(): { problem: string; project: Loaded } {
  // its own environment would win over .env
  const { stdout, stderr, status } = spawnSync(loader, [folder], { encoding: "utf8", env: {} });
  return { problem: stderr, project: status === 0 ? JSON.parse(stdout) : { services: {} } };
}

const newEnv = () => spawnSync(join(folder, "deploy/compose/newEnv"), { encoding: "utf8" });

test("refuses to start without passwords, and names the command that creates them", () => {
  // whichever it reads first
  expect(load().problem).toMatch(/[A-Z]_PASSWORD is missing a value: run deploy\/compose\/newEnv/);
});

test("creates passwords of its own each time, and keeps an existing .env", () => {
  newEnv();
  const first = readFileSync(join(folder, ".env"), "utf8");
  expect(newEnv()).toMatchObject({ status: 1, stderr: ".env exists. Edit it, or remove it to write a new one.\n" });
  expect(readFileSync(join(folder, ".env"), "utf8")).toBe(first);
  rmSync(join(folder, ".env"));
  newEnv();
  expect(readFileSync(join(folder, ".env"), "utf8")).not.toBe(first);
});

test("gives services every variable that the docs tell people to set", () => {
  newEnv();
  const named = documentedVariables().filter((name) => !fixed.has(name));
  expect(named.length).toBeGreaterThan(60);
  appendFileSync(join(folder, ".env"), named.map((name) => `\n${name}=set`).join(""));
  const services = Object.values(load().project.services).filter(({ image }) => image === "pathform");
  expect(services).toHaveLength(7);
  for (const { environment } of services) {
    expect(named.filter((name) => environment[name] !== "set")).toEqual([]);
  }
});

/** These fit the containers, so docker-compose.yml sets them. */
const fixed = new Set([
  "DATABASE_URL",
  "NATS_URL",
  "REDIS_URL",
  "NAMESPACE",
  "SECRETS_KEY_FILE",
  "MIGRATE",
  "OPS_PORT",
  "PORT",
  "HOST",
]);

/** Pathform's variables in the docs, also those of each provider: `<TYPE>_CLIENT_ID`. */
function documentedVariables(): string[] {
  const paths = readdirSync(join(root, "docs"), { recursive: true, encoding: "utf8" }).filter((path) =>
    path.endsWith(".md"),
  );
  const text = paths.map((path) => readFileSync(join(root, "docs", path), "utf8")).join("\n");
  const words = new Set(text.match(/\b[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*\b/g));
  for (const type of oauthTypes) words.add(`${type.toUpperCase()}_CLIENT_ID`);
  return [...words].filter(isKnown);
}
