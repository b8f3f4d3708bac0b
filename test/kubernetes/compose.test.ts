import { execFileSync, spawnSync } from "node:child_process";
import {
  appendFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { beforeAll, beforeEach, expect, test } from "@jest/globals";
import { oauthTypes } from "../../shared/domain/integrations/index.ts";
import { isKnown } from "../../shared/platform/env.ts";
import { type ServiceName, serviceNames } from "../support/product.ts";
import { runFolder } from "../support/run.ts";

/** docker-compose.yml as Docker Compose's own loader (compose-go) reads it: schema, interpolation, .env and env_file. */
const root = join(import.meta.dirname, "../..");
const loader = join(runFolder(), "composeLoader");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8")) as { version: string };
let folder: string;

beforeAll(() => {
  execFileSync("go", ["build", "-o", loader, "."], { cwd: join(import.meta.dirname, "compose"), stdio: "pipe" });
}, 120_000);
beforeEach(() => {
  folder = mkdtempSync(join(runFolder(), "compose-"));
  for (const name of ["compose", "nats"]) mkdirSync(join(folder, "deploy", name), { recursive: true });
  const files = [
    "docker-compose.yml",
    "package.json",
    "deploy/compose/newEnv",
    "deploy/nats/nats.conf",
    "deploy/nats/tls.conf",
  ];
  for (const file of files) cpSync(join(root, file), join(folder, file));
});

interface Loaded {
  services: Record<
    string,
    { image?: string; build?: { args: Record<string, string> }; environment: Record<string, string> }
  >;
}

function load(): { problem: string; project: Loaded } {
  // its own environment would win over .env
  const { stdout, stderr, status } = spawnSync(loader, [folder], { encoding: "utf8", env: {} });
  return { problem: stderr, project: status === 0 ? JSON.parse(stdout) : { services: {} } };
}

const newEnv = () => spawnSync(join(folder, "deploy/compose/newEnv"), { encoding: "utf8" });

test("refuses to start without passwords, and names the command that creates them", () => {
  // whichever it reads first
  expect(load().problem).toMatch(/[A-Z] is missing a value: run deploy\/compose\/newEnv/);
});

test("creates passwords of its own each time", () => {
  newEnv();
  const first = readFileSync(join(folder, ".env"), "utf8");
  rmSync(join(folder, ".env"));
  newEnv();
  expect(readFileSync(join(folder, ".env"), "utf8")).not.toBe(first);
});

test("adds what a new release needs, and keeps all other lines of .env", () => {
  const old = "BASE_URL=https://forms.example.com\nPOSTGRES_PASSWORD=old\nVERSION=0.0.1\nMAIL_FROM=a@b.example";
  writeFileSync(join(folder, ".env"), old);
  expect(newEnv()).toMatchObject({ status: 0, stdout: "" });
  const text = readFileSync(join(folder, ".env"), "utf8");
  expect(text).toContain(old.replace("0.0.1", version));
  const { services } = load().project;
  expect(services.migrate?.environment.MIGRATE_DATABASE_URL).toBe("postgres://pathform:old@postgres:5432/pathform");
  newEnv();
  expect(readFileSync(join(folder, ".env"), "utf8")).toBe(text);
});

test("names the image after the release and its commit", () => {
  const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, encoding: "utf8" }).trim();
  git("init", "-q");
  git("-c", "user.name=a", "-c", "user.email=a@b.example", "commit", "-q", "--allow-empty", "-m", "first");
  newEnv();
  const revision = git("rev-parse", "HEAD");
  const { image, build } = load().project.services.auth ?? {};
  expect(image).toBe(`pathform:${version}-${revision.slice(0, 12)}`);
  expect(build?.args.REVISION).toBe(revision);
});

test("gives each service its own users of NATS and PostgreSQL, and no other password", () => {
  newEnv();
  const { services } = load().project;
  const passwords = readFileSync(join(folder, ".env"), "utf8").match(/(?<=_PASSWORD=)\w+/g) ?? [];
  expect(new Set(passwords).size).toBe(13);
  for (const name of serviceNames) {
    const { environment = {} } = services[name] ?? {};
    const known = passwords.filter((password) => JSON.stringify(environment).includes(password));
    // of NATS, and of PostgreSQL or Redis
    expect([name, known.length]).toEqual([name, 2]);
    expect(environment.NATS_URL).toMatch(new RegExp(`^nats://${name}:`));
    if (name !== "gateway") expect(environment.DATABASE_URL).toMatch(new RegExp(`^postgres://${name}:`));
  }
});

test("gives services every variable that the docs tell people to set, and secrets only where they are needed", () => {
  newEnv();
  const named = [...documentedVariables(), "AWS_SECRET_ACCESS_KEY"].filter((name) => !fixed.has(name));
  expect(named.length).toBeGreaterThan(60);
  appendFileSync(join(folder, ".env"), named.map((name) => `\n${name}=set`).join(""));
  const { services } = load().project;
  for (const service of serviceNames) {
    const { environment = {} as Record<string, string> } = services[service] ?? {};
    const withheld = named.filter((name) => neededBy[name] && !neededBy[name].includes(service));
    expect([service, named.filter((name) => environment[name] !== "set")]).toEqual([service, withheld]);
  }
});

/** Secrets, and variables that are refused without them. */
const neededBy: Record<string, ServiceName[]> = {
  AWS_SECRET_ACCESS_KEY: ["gateway", "forms", "sessions"],
  ...Object.fromEntries(oauthTypes.map((type) => [`${type.toUpperCase()}_CLIENT_SECRET`, ["integrations"]])),
  OIDC_CLIENT_ID: ["auth"],
  OIDC_CLIENT_SECRET: ["auth"],
  OIDC_ISSUER_URL: ["auth"],
  READ_DATABASE_URL: ["analytics"],
  SETUP_TOKEN: ["auth"],
  SMTP_URL: ["auth", "integrations"],
  SSO_ONLY: ["auth"],
};

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
  for (const type of oauthTypes) for (const part of ["ID", "SECRET"]) words.add(`${type.toUpperCase()}_CLIENT_${part}`);
  return [...words].filter(isKnown);
}
